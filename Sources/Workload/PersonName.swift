/// The names of accounts: made up, each once.
enum PersonName {
  private static let first: [StaticString] = [
    "ada", "alma", "anton", "bela", "bruno", "carla", "cem", "clara", "dario", "dora", "edda", "elias",
    "emil",
    "enya", "fritz", "gala", "gustav", "hana", "hugo", "ida", "ilja", "ines", "ivo", "jana", "jonas", "juna",
    "kaya", "kiran", "lars", "leni", "lucia", "malik", "mara", "milo", "mira", "nadia", "nils", "noor",
    "olga",
    "oskar", "paula", "rafa", "rosa", "sami", "tilda", "tomas", "vera", "yuki",
  ]
  private static let last: [StaticString] = [
    "abara", "almeida", "bauer", "becker", "berg", "castro", "chen", "cohen", "conti", "dahl", "diaz",
    "egger",
    "eriksen", "fischer", "fontaine", "garcia", "gruber", "haas", "hansen", "ito", "jansen", "jovic",
    "keller",
    "kim", "kowal", "kumar", "laine", "lehmann", "lopez", "maier", "marin", "meyer", "moreau", "nagy",
    "novak",
    "okoye", "olsen", "pereira", "petrov", "quinn", "rossi", "sato", "silva", "tanaka", "ueda", "varga",
    "weber", "wolf", "yilmaz", "zeman",
  ]
  private static let domains: [StaticString] = [
    "driftwood.example", "pinecrest.example", "harborlight.example", "quarry.example", "saltmarsh.example",
  ]

  /// How a producer writes a name that compares without case.
  enum Casing { case lower, upper, capitals }

  /// Appends the UPN of an account; the pairs of names repeat after 2,400 accounts, from where a number is added.
  static func append(
    _ index: Int, tenant: Int, isPersonal: Bool, casing: Casing, to line: inout LineBuffer
  ) {
    let start = line.bytes.count
    let round = index / first.count
    line.add(first[index % first.count])
    line.add(".")
    let lastStart = line.bytes.count
    line.add(last[(round + index) % last.count])
    let pairs = first.count * last.count
    if index >= pairs { line.add(index / pairs + 1) }
    let local = start..<line.bytes.count
    line.add("@")
    if isPersonal {
      line.add("mailbox.example")
    } else {
      if tenant >= domains.count {
        line.add("branch")
        line.add(tenant / domains.count)
        line.add(".")
      }
      line.add(domains[tenant % domains.count])
    }
    switch casing {
    case .lower: break
    case .upper: upper(start..<line.bytes.count, in: &line)
    case .capitals:
      upper(local.lowerBound..<local.lowerBound + 1, in: &line)
      upper(lastStart..<lastStart + 1, in: &line)
    }
  }

  private static func upper(_ range: Range<Int>, in line: inout LineBuffer) {
    for index in range where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(line.bytes[index]) {
      line.bytes[index] -= 32
    }
  }
}
