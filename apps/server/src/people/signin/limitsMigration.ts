import type { Migration } from '../../core/store/migration.ts'

/**
 * Wrong guesses by project, feature and network, mails by network, and the pages' keys by which an address was proven.
 * `signin_hours` stays for processes of the previous release, which count on while a new one starts.
 */
export const limitsMigration: Migration = {
  id: 22,
  name: 'sign-in limits',
  statements: t => [
    `CREATE TABLE signin_breakers (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    feature ${t.text} NOT NULL,
    hour ${t.int64} NOT NULL,
    fails ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, feature, hour)
  )${t.table}`,
    'CREATE INDEX signin_breakers_by_time ON signin_breakers (hour)',
    `CREATE TABLE signin_networks (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    feature ${t.text} NOT NULL,
    network_mac ${t.text} NOT NULL,
    hour ${t.int64} NOT NULL,
    fails ${t.int64} NOT NULL,
    slow_mails ${t.int64} NOT NULL,
    slow_guesses ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, feature, network_mac, hour)
  )${t.table}`,
    'CREATE INDEX signin_networks_by_time ON signin_networks (hour)',
    `CREATE TABLE signin_network_days (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    network_mac ${t.text} NOT NULL,
    day ${t.int64} NOT NULL,
    mails ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, network_mac, day)
  )${t.table}`,
    'CREATE INDEX signin_network_days_by_time ON signin_network_days (day)',
    `CREATE TABLE signin_devices (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    address_mac ${t.text} NOT NULL,
    device_mac ${t.text} NOT NULL,
    seen_at ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, address_mac, device_mac)
  )${t.table}`,
    'CREATE INDEX signin_devices_by_time ON signin_devices (seen_at)',
  ],
}
