import PlainText

/// Which functions a report must not call.
///
/// A report only reads. READ ONLY keeps a statement from changing tables, and the role from what it may not read, but a
/// function that the server calls VOLATILE may do what neither sees: change a setting and with it the role, run a text as
/// a statement, write a file or a large object, signal another session, take a lock.
enum VolatileFunctions {
  /// Those of the server that do no more than give a value.
  static let harmless: Set<String> = [
    "clock_timestamp", "current_query", "gen_random_uuid", "pg_database_size", "pg_indexes_size",
    "pg_is_in_recovery", "pg_relation_size", "pg_table_size", "pg_total_relation_size", "random",
    "random_normal", "timeofday", "uuidv4", "uuidv7",
  ]

  /// Those of PostgreSQL and of its module dblink by name, for where no server can be asked.
  static let wellKnown = Set(
    """
    brin_desummarize_range brin_summarize_new_values brin_summarize_range currval cursor_to_xml cursor_to_xmlschema
    dblink dblink_build_sql_delete dblink_build_sql_insert dblink_build_sql_update dblink_cancel_query dblink_close
    dblink_connect dblink_connect_u dblink_disconnect dblink_exec dblink_fetch dblink_get_result dblink_open
    dblink_send_query gin_clean_pending_list lastval lo_close lo_creat lo_create lo_export lo_from_bytea lo_get lo_import
    lo_lseek lo_lseek64 lo_open lo_put lo_tell lo_tell64 lo_truncate lo_truncate64 lo_unlink loread lowrite nextval
    pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_all pg_advisory_unlock_shared
    pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_backup_start pg_backup_stop pg_cancel_backend
    pg_copy_logical_replication_slot pg_copy_physical_replication_slot pg_create_logical_replication_slot
    pg_create_physical_replication_slot pg_create_restore_point pg_current_logfile pg_drop_replication_slot
    pg_export_snapshot pg_hba_file_rules pg_ident_file_mappings pg_import_system_collations
    pg_log_backend_memory_contexts pg_logical_emit_message pg_logical_slot_get_binary_changes
    pg_logical_slot_get_changes pg_logical_slot_peek_binary_changes pg_logical_slot_peek_changes pg_ls_archive_statusdir
    pg_ls_dir pg_ls_logdir pg_ls_logicalmapdir pg_ls_logicalsnapdir pg_ls_replslotdir pg_ls_tmpdir pg_ls_waldir
    pg_nextoid pg_notify pg_promote pg_read_binary_file pg_read_file pg_read_file_old pg_reload_conf
    pg_replication_origin_advance pg_replication_origin_create pg_replication_origin_drop
    pg_replication_origin_session_reset pg_replication_origin_session_setup pg_replication_origin_xact_reset
    pg_replication_origin_xact_setup pg_replication_slot_advance pg_rotate_logfile pg_rotate_logfile_old
    pg_show_all_file_settings pg_sleep pg_sleep_for pg_sleep_until pg_start_backup pg_stat_clear_snapshot pg_stat_file
    pg_stat_force_next_flush pg_stat_reset pg_stat_reset_replication_slot pg_stat_reset_shared
    pg_stat_reset_single_function_counters pg_stat_reset_single_table_counters pg_stat_reset_slru
    pg_stat_reset_subscription_stats pg_stop_backup pg_switch_wal pg_terminate_backend pg_try_advisory_lock
    pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared pg_wal_replay_pause
    pg_wal_replay_resume query_to_xml query_to_xml_and_xmlschema query_to_xmlschema set_config setseed setval ts_rewrite
    ts_stat
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Whether a call is one of them, as far as its name tells.
  static func isWellKnown(_ call: FunctionCall) -> Bool {
    !call.isField && (call.schema == nil || call.schema == "pg_catalog" || call.name.hasPrefix("dblink"))
      && wellKnown.contains(call.name)
  }

  /// What is said of a call.
  static func message(_ call: FunctionCall) -> String {
    let name = ((call.schema.map { $0 + "." } ?? "") + call.name).printable
    return "the function \(name) is VOLATILE: it may do more than read, and a report only reads"
  }
}
