import Foundation
import Testing

@testable import TestSupport

@Suite struct PythonEnvironmentTests {
  @Test("an environment finds the packages asked for, takes input, and is taken again as it is")
  func packages() throws {
    let first = try PythonEnvironment("test-support", packages: ["six==1.17.0"])
    let script = first.folder + "/said.py"
    try "import six, sys; print(six.__version__, sys.stdin.read(), sys.argv[1])".write(
      toFile: script, atomically: true, encoding: .utf8)
    let again = try PythonEnvironment("test-support", packages: ["six==1.17.0"])
    // Made anew, the script would be gone.
    let outcome = try again.run(script, ["word"], input: Data("input".utf8))
    #expect(String(decoding: outcome.stdout, as: UTF8.self) == "1.17.0 input word\n")
    #expect(outcome.status == 0 && outcome.stderr == "")
    #expect(try again.file("six.py").hasSuffix("/six.py"))
    #expect(throws: TestSupportError.self) { try again.file("seven.py") }
  }

  @Test("a script that fails says so")
  func failure() throws {
    let environment = try PythonEnvironment("test-support-empty", packages: [])
    let outcome = try environment.run("-c", ["import sys; sys.exit('no')"])
    #expect(outcome.status == 1 && outcome.stderr == "no\n")
  }

  @Test("a package that cannot be had fails the test that asks, and leaves nothing that passes for whole")
  func missing() throws {
    for _ in 1...2 {
      let error = #expect(throws: TestSupportError.self) {
        try PythonEnvironment("test-support-missing", packages: ["six==0.0.0.0.1"])
      }
      #expect(error?.description.contains("The tests need these packages of PyPI: six==0.0.0.0.1") == true)
    }
  }
}
