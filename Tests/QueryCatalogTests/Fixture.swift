import QueryCatalog

/// A good file that uses all of the format.
let goodFile = """
  -- @name wipes-of-app
  -- @summary Wipes of an app in a period.
  -- @description One row a wipe.
  --   Those without an end have none.
  --
  --   A second paragraph.
  -- @param app text required -- the app's bundle id
  -- @param since timestamptz default "-infinity" -- from this instant on
  -- @param least bigint default "0" -- the least count
  -- @param state text default "it's" enum open|closed|it's -- which
  -- @param ratio double precision default "0.5" -- a share
  -- @column app text -- the app
  -- @column wipes bigint -- how many
  -- @column ratio double precision -- the share
  -- @kind report
  -- @order wipes desc, app
  -- @cursor wipes, app
  -- @cost bounded
  -- @example app=com.contoso.mail
  -- @example app="a ""b"" c" since=2026-03-15T12:00:00Z least=3
  -- @example app=

  \\if :{?since} \\else \\set since '-infinity' \\endif
  \\if :{?least} \\else \\set least '0' \\endif
  \\if :{?state} \\else \\set state 'it''s' \\endif
  \\if :{?ratio} \\else \\set ratio '0.5' \\endif

  -- what comes now is the statement
  WITH w AS (
    -- :'app' in a comment is no use
    SELECT :'app'::text AS app, ':''since'' $x$ :z $x$ ; /* :z /* */ " */ '::text AS t,
      (ARRAY[1, 2, 3])[1:2] AS slice, E'\\'; :q' AS e
    WHERE now() >= :'since'::timestamptz
  )
  SELECT app, count(*)::bigint AS wipes, :'ratio'::double precision * 2 AS ratio
  FROM w
  WHERE :'state'::text <> $$ :'n' $$ AND app = :'app'::text
  GROUP BY app
  HAVING count(*) >= :'least'::bigint
  ORDER BY wipes DESC, app;
  """

func file(_ text: String, _ path: String = "Queries/wipes/wipes-of-app.sql") -> QueryFile {
  QueryFile(path, bytes: Array(text.utf8))
}

/// A small file of which a test replaces a part.
let smallFile = """
  -- @name small
  -- @summary A small one.
  -- @kind report
  -- @param a text required -- one
  -- @param b bigint default "7" -- two
  -- @column a text -- one
  -- @column b bigint -- two
  -- @example a=x
  -- @description One row with both.
  -- @cost bounded
  \\if :{?b} \\else \\set b '7' \\endif
  SELECT :'a'::text AS a, :'b'::bigint AS b;
  """

func small(_ old: String = "", _ new: String = "") -> QueryFile {
  file(old.isEmpty ? smallFile : smallFile.replacing(old, with: new), "Queries/small.sql")
}
