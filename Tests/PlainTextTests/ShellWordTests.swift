import PlainText
import Testing

@Suite("Words for a shell")
struct ShellWordTests {
  @Test(
    "a word that a shell would read otherwise stands in quotes",
    arguments: [
      ("ada@contoso.example", "ada@contoso.example"), ("upn:a+b@c.example", "upn:a+b@c.example"), ("", "''"),
      ("a b", "'a b'"), ("$(id)", "'$(id)'"), ("o'hara@c.example", #"'o'\''hara@c.example'"#),
      ("Zoë", "'Zoë'"),
    ])
  func quoted(text: String, expected: String) {
    #expect(ShellWord.quoted(text) == expected)
  }
}
