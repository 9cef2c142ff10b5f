import AuditStore
import Compliance
import MAMEvents
import Rendering

/// What programs can rely on: types, enumerations, codes and the members of the documents.
enum SchemaDocument {
  /// The exit codes with their meanings.
  static let exitCodes: [(code: Int, meaning: String)] = [
    (0, "answered; duplicates are no fault"),
    (
      1,
      "an open finding at or over --fail-on, an unknown account, differences, or at least one line refused or in conflict"
    ),
    (2, "usage"),
    (3, "the store cannot be reached, or does not let this login do it"),
    (4, "a query or an output failed"),
    (5, "the schema, the log or a projection is not what it has to be"),
    (6, "rows were left out, and --require-complete was given"),
    (129, "ended by SIGHUP: the terminal went away"),
    (130, "interrupted"),
    (143, "ended by SIGTERM"),
  ]

  /// The members of each document, in their order.
  static let documents: [(name: String, members: [String])] = [
    (
      "state",
      [
        "tenant", "account", "identity", "asOf", "knownAt", "status", "events", "firstEventAt", "lastEventAt",
        "openFindings", "installations",
      ]
    ),
    (
      "state.installations",
      ["app", "device"] + StateField.ofInstallation.map(\.rawValue)
        + ["policyId", "events", "lastEventAt"]
    ),
    (
      "history",
      [
        "position", "accountVersion", "eventId", "source", "type", "occurredAt", "recordedAt", "effectiveAt",
        "late",
        "app", "device", "data", "changes",
      ]
    ),
    ("history.changes", ["app", "device", "field", "from", "to"]),
    ("replay", ["position", "effectiveAt", "state"]),
    (
      "diff",
      [
        "kind", "tenant", "account", "identity", "app", "device", "field", "from", "to", "position",
        "effectiveAt",
        "type", "newEvents",
      ]
    ),
    (
      "diff of kind finding",
      [
        "kind", "tenant", "id", "rule", "severity", "title", "scope", "from", "to", "position", "at",
        "reason",
      ]
    ),
    ("why", ["kind", "tenant", "account", "app", "device", "field", "value", "reason", "chain"]),
    (
      "why.chain",
      [
        "position", "effectiveAt", "type", "code", "codeName", "app", "device", "from", "to", "reason",
      ]
    ),
    (
      "why of kind finding",
      [
        "kind", "tenant", "id", "rule", "severity", "title", "scope", "status", "openedAt", "openedBy",
        "dueAt", "closedAt", "closedBy", "reason", "parameters", "document", "section", "remedy", "ending",
        "chain",
      ]
    ),
    (
      "why of kind finding.chain",
      [
        "part", "position", "effectiveAt", "type", "code", "codeName", "account", "app", "device", "meaning",
      ]
    ),
    (
      "accounts",
      [
        "tenant", "account", "identity", "status", "events", "firstEventAt", "lastEventAt", "openFindings",
        "installations",
      ]
    ),
    (
      "installations",
      [
        "tenant", "app", "device", "identity", "uiIdentity", "processIdentity", "threadIdentity", "phase",
        "multiIdentity",
        "multiManagedIdentities", "autoEnrollOnLaunch", "policyRequired", "platform", "enrolledAccounts",
        "sharedUser",
        "cleanupPending",
      ]
    ),
    ("devices", ["tenant", "device", "mode", "sharedUser", "apps", "cleanupPending", "flaggedReasons"]),
    (
      "wipes",
      [
        "tenant", "account", "identity", "app", "device", "state", "origin", "reasonCode", "reason", "why",
        "requestId",
        "requestedAt",
        "requestedPosition", "receivedAt", "handledAt", "wiped", "completedAt", "failedAt", "ageSeconds",
      ]
    ),
    (
      "findings",
      [
        "tenant", "id", "rule", "severity", "title", "scope", "status", "openedAt", "openedBy", "dueAt",
        "closedAt", "closedBy", "reason", "parameters",
      ]
    ),
    ("findings.scope", ["account", "app", "device"]),
    ("check", ["tenant", "rule", "severity", "title", "open", "oldest", "asOf", "remedy"]),
    (
      "ingest",
      [
        "read", "appended", "duplicates", "conflicts", "rejected", "firstPosition", "lastPosition", "seconds",
        "eventsPerSecond", "logs", "files",
      ]
    ),
    ("projections verify", ["ok", "checked", "firstBad"]),
    ("rejects' reasons", ["file", "line", "rejectLine", "code", "path", "reason", "remedy"]),
    (
      "rules show",
      [
        "tenant", "rule", "area", "title", "severity", "builtInSeverity", "on", "judgedOver", "parameters",
        "setBy",
        "document", "section", "reasons", "remedy",
      ]
    ),
    ("rules show.parameters", ["name", "value", "builtIn"]),
    ("rules apply", ["rule", "parameter", "from", "to", "fromBuiltIn", "toBuiltIn"]),
    ("unattributed", ["tenant", "position", "type", "app", "device", "occurredAt", "recordedAt"]),
    (
      "json document",
      ["title", "tenant", "asOf", "through", "parameters", "columns", "rows", "complete", "next"]
    ),
    ("json document.through", ["tenant", "position", "recordedAt"]),
  ]

  /// Writes all of it as one object.
  static func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("eventTypes")
      json.array(Catalogue.all) { json, definition in write(definition, to: &json) }
      json.key("enumerations")
      json.array(Enumerations.all) { json, enumeration in
        json.object { json in
          json.key("name")
          json.string(enumeration.name)
          json.key("prefix")
          json.string(enumeration.prefix)
          json.key("values")
          json.array(enumeration.entries) { json, entry in
            json.object { json in
              json.key("number")
              json.integer(entry.number)
              json.key("name")
              json.string(entry.name)
              json.key("meaning")
              json.string(entry.meaning)
            }
          }
        }
      }
      json.key("rejectionCodes")
      json.array(RejectionCode.allCases) { json, code in
        json.object { json in
          json.key("code")
          json.string(code.rawValue)
          json.key("meaning")
          json.string(code.meaning)
        }
      }
      json.key("exitCodes")
      json.array(exitCodes) { json, exit in
        json.object { json in
          json.key("code")
          json.integer(exit.code)
          json.key("meaning")
          json.string(exit.meaning)
        }
      }
      json.key("documents")
      json.object { json in
        for document in documents {
          json.key(document.name)
          json.array(document.members) { $0.string($1) }
        }
      }
      json.key("reporting")
      json.array(ReportingContract.embedded.views) { json, view in write(view, to: &json) }
    }
  }

  private static func write(_ view: ReportingContract.View, to json: inout JSONWriter) {
    json.object { json in
      json.key("view")
      json.string(view.name)
      json.key("since")
      json.integer(view.since)
      json.key("description")
      json.string(view.description)
      json.key("columns")
      json.array(view.columns) { json, column in
        json.object { json in
          json.key("column")
          json.string(column.name)
          json.key("type")
          json.string(column.type)
          json.key("unit")
          json.string(column.unit)
          json.key("since")
          json.integer(column.since)
          json.key("description")
          json.string(column.description)
        }
      }
    }
  }

  /// Writes a type of event as an object.
  static func write(_ definition: EventDefinition, to json: inout JSONWriter) {
    json.object { json in
      for (name, value) in [
        ("name", definition.name), ("group", definition.group.rawValue), ("meaning", definition.meaning),
        ("account", definition.account.rawValue), ("app", definition.app.rawValue),
        ("device", definition.device.rawValue),
      ] {
        json.key(name)
        json.string(value)
      }
      json.key("data")
      json.array(definition.members) { json, member in write(member, to: &json) }
    }
  }

  private static func write(_ member: Member, to json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.string(member.name)
      json.key("holds")
      json.string(member.expected)
      json.key("required")
      json.boolean(member.isRequired)
      json.key("personal")
      json.boolean(member.isPersonal)
      json.key("meaning")
      json.string(member.meaning)
      json.key("members")
      json.array(member.members) { json, inner in write(inner, to: &json) }
    }
  }

  /// The event types in words, by chapter.
  static func text(style: Style) -> String {
    var text = ""
    for group in EventGroup.allCases {
      text += style.paint(group.rawValue, .strong) + "\n"
      for definition in Catalogue.all where definition.group == group {
        text += Self.text(of: definition)
      }
      text += "\n"
    }
    return text + "The views for reports and dashboards: mamaudit schema reporting\n"
  }

  /// A type of event in words.
  static func text(of definition: EventDefinition) -> String {
    var text = "  \(definition.name)\n      \(definition.meaning)\n      needs \(needs(definition))\n"
    for member in definition.members {
      let optional = member.isRequired ? "" : "?"
      let personal = member.isPersonal ? " (personal)" : ""
      text += "      data.\(member.name)\(optional): \(member.expected)\(personal)\n"
    }
    return text
  }

  private static func needs(_ definition: EventDefinition) -> String {
    var needs: [String] = ["tenantid"]
    switch definition.account {
    case .required: needs.append("subject")
    case .optional, .identity, .upstream: needs.append("subject?")
    case .none: break
    }
    for (need, name) in [(definition.app, "appid"), (definition.device, "deviceid")] {
      switch need {
      case .required: needs.append(name)
      case .optional: needs.append(name + "?")
      case .none: break
      }
    }
    return needs.joined(separator: ", ")
  }
}
