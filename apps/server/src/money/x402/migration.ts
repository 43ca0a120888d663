import type { Migration } from '../../core/store/migration.ts'

/** What the facilitator of paid requests signed: each payment once, each of its own nonces once (T132). */
export const x402Migration: Migration = {
  id: 32,
  name: 'x402 settlements',
  statements: t => [
    `CREATE TABLE x402_settlements (
      network ${t.text} NOT NULL,
      asset ${t.text} NOT NULL,
      payer ${t.text} NOT NULL,
      nonce ${t.text} NOT NULL,
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      attempt ${t.text} NOT NULL,
      pay_to ${t.text} NOT NULL,
      amount ${t.text} NOT NULL,
      signer ${t.text} NOT NULL,
      signer_nonce ${t.int64} NOT NULL,
      raw ${t.text} NOT NULL,
      hash ${t.text} NOT NULL,
      state ${t.text} NOT NULL,
      created_at ${t.int64} NOT NULL,
      PRIMARY KEY (network, asset, payer, nonce)
    )${t.table}`,
    'CREATE UNIQUE INDEX x402_settlements_by_signer ON x402_settlements (network, signer, signer_nonce)',
    'CREATE INDEX x402_settlements_by_project ON x402_settlements (project_id, created_at)',
    'CREATE INDEX x402_settlements_by_state ON x402_settlements (state, created_at)',
  ],
}
