import type { RpcRequest } from 'latchkey/contract'
import { formatBase58 } from 'latchkey/services'
import type { TableContents } from './parseTransaction.ts'
import { readAccounts } from './readAccounts.ts'
import { parseWire } from './wire.ts'

const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
/** What stands before a table's addresses. */
const head = 56
const mostTables = 20
/** Milliseconds that an approval waits for tables before it shows the request without them. */
const patience = 5_000

/**
 * What the tables of transactions hold, as the network's nodes say. A table only grows, so an address at its place stays. One
 * that cannot be read is left out: its accounts stay unknown.
 */
export async function readTables(nodes: RpcRequest, wires: readonly string[]): Promise<TableContents> {
  const used = new Set(
    wires.flatMap(wire => parseWire(wire)?.message.tables.map(({ address }) => address) ?? []),
  )
  if (used.size === 0 || used.size > mostTables) return new Map()
  const addresses = [...used]
  const accounts = await readAccounts(nodes, addresses, AbortSignal.timeout(patience), 'confirmed')
  const contents = new Map<string, readonly string[]>()
  for (const [at, account] of (accounts ?? []).entries()) {
    const address = addresses[at]
    const data = account?.data
    if (!address || !data || account.owner !== tableProgram) continue
    // Its first number says that it is a table.
    const isTable = data[0] === 1 && data[1] === 0 && data[2] === 0 && data[3] === 0
    if (!isTable || data.length < head || (data.length - head) % 32 !== 0) continue
    const count = (data.length - head) / 32
    const entries = Array.from({ length: count }, (_, place) =>
      formatBase58(data.slice(head + place * 32, head + (place + 1) * 32)),
    )
    contents.set(address, entries)
  }
  return contents
}
