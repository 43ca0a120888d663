import type { Ledger, LedgerEntry } from './createLedger.ts'
import { formatStatus } from './formatTransaction.ts'
import { toSatoshis } from './nodeTransaction.ts'

/** What an address got and spent, in blocks and in the mempool, in Esplora's form. */
export function formatAddress(address: string, ledger: Ledger) {
  const entries = ledger.of(address)
  return {
    address,
    chain_stats: sumUp(
      address,
      entries.filter(({ block }) => block),
      ledger,
    ),
    mempool_stats: sumUp(
      address,
      entries.filter(({ block }) => !block),
      ledger,
    ),
  }
}

function sumUp(address: string, entries: readonly LedgerEntry[], ledger: Ledger) {
  const funded = entries.flatMap(({ transaction }) =>
    transaction.vout.filter(({ scriptPubKey }) => scriptPubKey.address === address),
  )
  const spent = entries.flatMap(({ transaction }) =>
    transaction.vin.flatMap(({ txid, vout }) => {
      const output = txid === undefined || vout === undefined ? undefined : ledger.output(txid, vout)
      return output?.scriptPubKey.address === address ? [output] : []
    }),
  )
  const sum = (outputs: readonly { readonly value: number }[]): number =>
    outputs.reduce((total, { value }) => total + toSatoshis(value), 0)
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: entries.length,
  }
}

/** The outputs of an address that nothing spends, in Esplora's form. */
export function formatUnspent(address: string, ledger: Ledger) {
  return ledger
    .of(address)
    .flatMap(({ transaction: { txid, vout }, block }) =>
      vout
        .filter(({ n, scriptPubKey }) => scriptPubKey.address === address && !ledger.isSpent(txid, n))
        .map(({ n, value }) => ({ txid, vout: n, status: formatStatus(block), value: toSatoshis(value) })),
    )
}
