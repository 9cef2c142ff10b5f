/// How the product's pages look: one style for all, with nothing from outside.
///
/// Colours are custom properties, so that light, dark and print differ in them alone. Each of them is tested for its
/// contrast: text 4.5 to 1 or better on the paper, what is drawn 3 to 1 or better.
public enum PageStyle {
  /// The colours on light paper and on dark, by the names of their properties.
  public static let colours: [(name: String, light: String, dark: String)] = [
    ("paper", "#fdfcf9", "#15181b"), ("ink", "#1d2126", "#e9e7e1"), ("quiet", "#565d66", "#a4abb3"),
    ("rule", "#d8d4c9", "#363b41"), ("grid", "#e8e5dc", "#292e33"), ("base", "#80858c", "#7d848c"),
    ("accent", "#1d5a78", "#86c1dc"), ("wash", "#f4f1ea", "#1c2024"), ("texture", "#fdfcf9", "#15181b"),
    ("steady", "#1f6175", "#6db3c8"), ("pending", "#6d8299", "#8296ad"), ("faint", "#777b82", "#8d9299"),
    ("warning", "#a8640a", "#dfa348"), ("bad", "#a9292c", "#ea7f80"), ("urgent", "#6f3f93", "#b98fdc"),
    ("good", "#22673a", "#7dc38f"),
  ]

  private static func properties(_ colour: (String, String, String) -> (String, String)) -> String {
    colours.map { entry in
      let (name, value) = colour(entry.name, entry.light, entry.dark)
      return "--\(name):\(value)"
    }.joined(separator: ";")
  }

  /// The style sheet.
  public static let sheet: String = """
    :root{color-scheme:light dark;\(properties { name, light, _ in (name, light) });
    --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;
    --serif:"Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4","Noto Serif",Georgia,serif;
    --mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
    @media screen and (prefers-color-scheme:dark){:root{\(properties { name, _, dark in (name, dark) })}}
    \(common)
    """

  private static let common = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:15.5px/1.55 var(--sans);
    font-kerning:normal;text-rendering:optimizeLegibility;overflow-wrap:break-word}
    .page{max-width:1120px;margin:0 auto;padding:0 32px}
    h1,h2,h3{font-weight:600;line-height:1.2;text-wrap:balance}
    h1{font:400 42px/1.12 var(--serif);letter-spacing:-.012em;margin:0}
    h2{font:400 27px/1.2 var(--serif);letter-spacing:-.006em;margin:0}
    h3{font-size:15.5px;margin:0 0 10px}
    p{margin:0 0 12px}
    a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:.06em}
    :focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:2px}
    code{font:.86em/1.5 var(--mono);overflow-wrap:anywhere}
    .skip{position:absolute;left:-9999px;top:8px;background:var(--ink);color:var(--paper);padding:8px 14px;z-index:9}
    .skip:focus{left:12px}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .quiet{color:var(--quiet)}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .t{text-align:left}.w{white-space:nowrap;font-variant-numeric:tabular-nums}
    .id{font:.84em/1.5 var(--mono);white-space:nowrap}
    .who{display:inline-block}
    .nil{color:var(--quiet)}
    .lede{font:19px/1.5 var(--serif);max-width:44em;margin:0}
    header.top{padding:56px 0 28px}
    .over{font-size:12.5px;letter-spacing:.09em;text-transform:uppercase;color:var(--quiet);margin:0 0 14px}
    .facts{display:flex;flex-wrap:wrap;gap:4px 34px;margin:22px 0 0;color:var(--quiet);font-size:14px}
    .facts div{display:flex;gap:.5em}
    .facts dt{margin:0}.facts dd{margin:0;color:var(--ink)}
    nav.contents{border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);padding:11px 0;font-size:14px}
    nav.contents ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 26px;margin:0;padding:0}
    nav.contents a{text-decoration:none}nav.contents a:hover{text-decoration:underline}
    section{border-top:1px solid var(--rule);padding:34px 0 40px;display:grid;
    grid-template-columns:minmax(0,280px) minmax(0,1fr);column-gap:48px}
    section>.told{font-size:14.5px}section>.told h2{margin-bottom:14px}
    .source{color:var(--quiet);font-size:12.5px;margin-top:16px}
    figure{margin:0 0 34px}figure:last-child{margin-bottom:0}
    figcaption,.rest{color:var(--quiet);font-size:13px;margin:8px 0 0}
    .none{color:var(--quiet);font-style:italic;margin:0;padding:14px 0}
    svg{display:block;width:100%;height:auto;overflow:visible;font-family:var(--sans)}
    svg.narrow{display:none}
    svg.sparkline{width:120px}
    .ax{fill:var(--quiet);font-size:11.5px;font-variant-numeric:tabular-nums}
    .lb{fill:var(--ink);font-size:12px}.vl{font-weight:600;font-variant-numeric:tabular-nums}
    .grid{stroke:var(--grid);stroke-width:1}.base{stroke:var(--base);stroke-width:1}
    .lead{stroke:var(--base);stroke-width:1;fill:none}
    .mark-edge{stroke:var(--paper);stroke-width:3;stroke-opacity:.8}.mark{stroke:var(--ink);stroke-width:1.25;stroke-dasharray:4 3}
    .ln{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .spark{fill:none;stroke:var(--steady);stroke-width:1.5;stroke-linejoin:round}
    .tx{fill:none;stroke:var(--texture);stroke-width:1.1;stroke-opacity:.72}
    .halo{paint-order:stroke;stroke:var(--paper);stroke-width:3.5px;stroke-linejoin:round}
    \(ChartLook.allCases.map(\.rawValue).map { ".c-\($0){fill:var(--\($0))}.l-\($0){stroke:var(--\($0))}" }.joined())
    table{border-collapse:collapse;width:100%;font-size:13.5px;line-height:1.4}
    caption{text-align:left;font-weight:600;padding:0 0 8px;font-size:13.5px}caption:has(.hidden){padding:0}
    th,td{padding:6px 14px 6px 0;border-bottom:1px solid var(--grid);vertical-align:top;font-weight:400}
    th:last-child,td:last-child{padding-right:0}
    th.n+th.t,td.n+td.t{padding-left:14px}
    thead th{white-space:normal;border-bottom:1px solid var(--base);color:var(--quiet);font-size:12.5px;vertical-align:bottom}
    caption .held{position:sticky;left:0;display:inline-block;max-width:min(100%,88vw)}
    .scroll{overflow-x:auto;margin:0 0 6px;background:
    linear-gradient(to right,var(--paper) 40%,transparent) 0 0/48px 100% no-repeat local,
    linear-gradient(to left,var(--paper) 40%,transparent) 100% 0/48px 100% no-repeat local,
    linear-gradient(to right,var(--base),transparent) 0 0/10px 100% no-repeat scroll,
    linear-gradient(to left,var(--base),transparent) 100% 0/10px 100% no-repeat scroll}
    details{margin:10px 0 0;font-size:13.5px}
    summary{cursor:pointer;color:var(--accent);font-size:13px;width:max-content;max-width:100%}
    details[open]>summary{margin-bottom:12px}
    .sev{white-space:nowrap}
    .sev::before{content:"●" / "";margin-right:6px;color:var(--faint)}
    .sev-violation::before{content:"◆" / "";color:var(--bad)}
    .sev-warning::before{content:"▲" / "";color:var(--warning)}
    footer{border-top:1px solid var(--rule);padding:30px 0 64px;font-size:13px;color:var(--quiet)}
    footer h2{font-size:20px;color:var(--ink);margin:0 0 14px}
    footer dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 22px;margin:0 0 18px}
    footer dt{color:var(--quiet)}footer dd{margin:0;color:var(--ink);overflow-wrap:anywhere}
    .few table{width:auto;min-width:min(100%,300px)}
    @media (max-width:860px){.id{white-space:normal}section{display:block;padding:28px 0 32px}section>.told{margin-bottom:22px;max-width:44em}
    .page{padding:0 24px}}
    @media screen and (max-width:560px){body{font-size:15px}.page{padding:0 18px}header.top{padding:34px 0 20px}
    h1{font-size:31px}h2{font-size:23px}.lede{font-size:17px}svg.wide{display:none}svg.narrow{display:block}
    footer dl{display:block}footer dd{margin-bottom:8px}
    .stack table,.stack tbody,.stack caption{display:block}
    .stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .stack tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:5px 14px;padding:12px 0;
    border-bottom:1px solid var(--grid)}
    .stack tbody th,.stack td{display:block;border:0;padding:0;text-align:left;white-space:normal;min-width:0}
    .stack th.n+th.t,.stack td.n+td.t{padding:0}
    .stack tbody th,.stack td.t{grid-column:1/-1}.stack .reasons{min-width:0}
    .stack td::before{content:attr(data-label);display:block;color:var(--quiet);font-size:12px}}
    @page{size:A4;margin:17mm 15mm 18mm}
    @media print{:root{--paper:#fff;--texture:#fff;--wash:#fff}body{font-size:10pt;line-height:1.45}
    .page{max-width:none;padding:0}.skip,nav.contents{display:none}header.top{padding:0 0 8mm}h1{font-size:25pt}
    h2{font-size:16pt;break-after:avoid}h3{font-size:10.5pt;break-after:avoid}.lede{font-size:12.5pt}
    section{display:block;padding:6mm 0}section>.told{font-size:9.5pt;margin-bottom:4mm;max-width:none;break-inside:avoid;
    columns:2;column-gap:8mm}section>.told h2{column-span:all;margin-bottom:2mm}
    figure>svg,figure>h3,figure>figcaption{break-inside:avoid}figure>svg{break-before:avoid;max-height:60mm}
    figure{margin-bottom:6mm}a{color:inherit;text-decoration:none}
    summary{display:none}details::details-content{content-visibility:visible;display:block;height:auto}
    details{margin-top:4mm}.scroll{overflow:visible;background:none}table,caption{font-size:8pt}thead th{font-size:7.5pt}
    th,td{padding:.55mm 3.5mm .55mm 0}thead{display:table-header-group;break-inside:avoid;break-after:avoid}
    tr{break-inside:avoid}tbody tr:nth-child(-n+2){break-before:avoid}
    .id{white-space:normal;font-size:6.6pt}code{font-size:7pt}.slim{columns:3;column-gap:8mm}
    .who{min-width:24mm;overflow-wrap:anywhere}.slim th,.slim td{padding-right:3mm}.many th,.many td{padding-right:1.5mm}
    .many th.n+th.t,.many td.n+td.t{padding-left:2mm}.many th.t,.many td.t{overflow-wrap:anywhere}
    .many thead th{overflow-wrap:normal}caption{break-after:avoid}footer{font-size:8.5pt;padding:6mm 0 0}}
    """
}
