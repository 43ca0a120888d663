import type { InBlock, Ledger, LedgerEntry } from './createLedger.ts'
import { type NodeOutput, toSatoshis } from './nodeTransaction.ts'

/** The node's names of scripts in Esplora's words; others stand as they are. */
const scriptTypes: Readonly<Record<string, string>> = {
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  pubkey: 'p2pk',
  nulldata: 'op_return',
}

/** Whether a transaction is in a block, in Esplora's form. */
export function formatStatus(block: InBlock | undefined) {
  return block
    ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
    : { confirmed: false }
}

/** A transaction in Esplora's form; amounts in satoshis. */
export function formatTransaction({ transaction, block }: LedgerEntry, ledger: Ledger) {
  const vin = transaction.vin.map(input => {
    const spent =
      input.txid === undefined || input.vout === undefined ? undefined : ledger.output(input.txid, input.vout)
    return {
      txid: input.txid ?? '0'.repeat(64),
      vout: input.vout ?? 0xffff_ffff,
      prevout: spent ? formatOutput(spent) : null,
      scriptsig: input.scriptSig?.hex ?? input.coinbase ?? '',
      scriptsig_asm: input.scriptSig?.asm ?? '',
      witness: input.txinwitness ?? [],
      is_coinbase: input.coinbase !== undefined,
      sequence: input.sequence,
    }
  })
  const vout = transaction.vout.map(formatOutput)
  const isReward = vin.some(({ is_coinbase }) => is_coinbase)
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)
  const paidIn = sum(vin.map(({ prevout }) => prevout?.value ?? 0))
  return {
    txid: transaction.txid,
    version: transaction.version,
    locktime: transaction.locktime,
    vin,
    vout,
    size: transaction.size,
    weight: transaction.weight,
    fee: isReward ? 0 : paidIn - sum(vout.map(({ value }) => value)),
    status: formatStatus(block),
  }
}

function formatOutput({ value, scriptPubKey }: NodeOutput) {
  const { asm, hex, type, address } = scriptPubKey
  return {
    scriptpubkey: hex,
    scriptpubkey_asm: asm,
    scriptpubkey_type: scriptTypes[type] ?? type,
    ...(address !== undefined && { scriptpubkey_address: address }),
    value: toSatoshis(value),
  }
}
