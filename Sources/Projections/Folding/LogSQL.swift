/// The statements by which a log itself is judged.
enum LogSQL {
  /// Which rows can concern the rules: those that may have a number (byte 86, the key of a number, is in the facts),
  /// those that are dated after their arrival, imports, verifications and refusals.
  private static let concerns = """
    (position('\\x56'::bytea IN facts) > 0 OR occurred_at > recorded_at OR type IN (148, 184, 188))
    """

  private static let columns =
    "position, account_id, app_id, device_id, type, code, occurred_at, recorded_at, facts"

  /// The rows of a range of positions that can concern the rules.
  ///
  /// The range is narrow: asked for the first so many of all, the planner sorts the whole log for each page.
  ///
  /// `$1` log, `$2` first position, `$3` the position behind the last.
  static let page = """
    SELECT \(columns)
    FROM audit.narrow
    WHERE log_id = $1 AND position >= $2 AND position < $3 AND \(concerns)
    ORDER BY position
    """

  /// All numbered rows of some sources, by position: a look at each row of the log.
  ///
  /// `$1` log, `$2` size, `$3` the packed facts of the sources, one of which must occur; none takes the rows of all
  /// sources.
  static let numbered = """
    SELECT \(columns)
    FROM audit.narrow
    WHERE log_id = $1
        AND position < $2
        AND position('\\x56'::bytea IN facts) > 0
        AND (
            cardinality($3::bytea[]) = 0
            OR EXISTS (SELECT FROM unnest($3::bytea[]) AS source WHERE position(source IN facts) > 0)
        )
    ORDER BY position
    """

  /// All imports.
  ///
  /// `$1` log, `$2` size.
  static let imports = """
    SELECT \(columns)
    FROM audit.narrow
    WHERE log_id = $1 AND type = 148 AND position < $2
    ORDER BY position
    """

  /// What is known of sources.
  ///
  /// `$1` log, `$2` sources.
  static func sources(_ table: String) -> String {
    """
    SELECT source, first_number, last_number, gaps::text, last_at, last_position, events
    FROM \(table)
    WHERE log_id = $1 AND source = ANY ($2)
    """
  }

  /// Forgets sources.
  ///
  /// `$1` log, `$2` sources.
  static func removeSources(_ table: String) -> String {
    "DELETE FROM \(table) WHERE log_id = $1 AND source = ANY ($2)"
  }

  /// Removes all rows of a log.
  ///
  /// `$1` log.
  static func clear(_ table: String) -> String { "DELETE FROM \(table) WHERE log_id = $1" }

  /// Removes the findings of a rule about parts of the log.
  ///
  /// `$1` log, `$2` rule, `$3` parts.
  static func remove(_ table: String) -> String {
    "DELETE FROM \(table) WHERE log_id = $1 AND rule = $2 AND part = ANY ($3)"
  }

  /// Which parts have findings of a rule.
  ///
  /// `$1` log, `$2` rule, `$3` parts.
  static func parts(_ table: String) -> String {
    "SELECT DISTINCT part FROM \(table) WHERE log_id = $1 AND rule = $2 AND part = ANY ($3)"
  }

  /// Ends gaps, unless somebody has acknowledged them before.
  ///
  /// `$1` log, `$2` sources, `$3` positions of the events that opened them, `$4` when they end, `$5` positions of the
  /// events that end them.
  static func close(_ table: String) -> String {
    """
    UPDATE \(table) AS f
    SET closed_at = c.closed_at, closed_by = c.closed_by, ended = 'resolved'
    FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::bigint[])
        AS c (part, opened_by, closed_at, closed_by)
    WHERE f.log_id = $1
        AND f.rule = 'G1'
        AND f.part = c.part
        AND f.opened_by = c.opened_by
        AND (f.ended IS NULL OR f.ended = 'acknowledged' AND f.closed_at >= c.closed_at)
    """
  }

  /// Ends what somebody has acknowledged, unless it had ended before.
  ///
  /// `$1` log, `$2` ids of findings, `$3` when the first acknowledgements count, `$4` positions of these.
  static func acknowledge(_ table: String) -> String {
    """
    UPDATE \(table) AS f
    SET closed_at = greatest(a.at, f.opened_at), closed_by = a.position, ended = 'acknowledged'
    FROM unnest($2::text[], $3::timestamptz[], $4::bigint[]) AS a (finding, at, position)
    WHERE f.log_id = $1
        AND f.finding = a.finding
        AND (
            f.ended IS NULL
            OR f.ended = 'acknowledged'
            OR f.ended = 'resolved' AND f.closed_at > greatest(a.at, f.opened_at)
        )
    """
  }
}
