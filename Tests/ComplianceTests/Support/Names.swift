import Compliance
import MAMEvents

let alice = AccountID(1)
let bob = AccountID(2)
let carol = AccountID(3)

let mailOnPhone = InstallationID(app: 1, device: 1)
let docsOnPhone = InstallationID(app: 2, device: 1)
let mailOnPad = InstallationID(app: 1, device: 2)
let docsOnPad = InstallationID(app: 2, device: 2)

extension AccountID {
  /// The account's object id.
  var object: GUID { GUID(high: 0xA11CE, low: UInt64(rawValue)) }

  /// The object id by which members name the account.
  var name: AccountName { .object(object) }
}

/// Alice, Bob and Carol, without aliases.
let directory = AccountDirectory(objects: [alice.object: alice, bob.object: bob, carol.object: carol])
