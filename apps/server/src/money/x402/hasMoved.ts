import type { SettlementRow } from './settlementRows.ts'

/** Of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Whether a receipt shows that the token moved exactly what was signed, from the payer to the receiver. */
export function hasMoved(
  receipt: unknown,
  row: Pick<SettlementRow, 'asset' | 'payer' | 'pay_to' | 'amount'>,
): boolean {
  const { status, logs } = Object(receipt) as { status?: unknown; logs?: unknown }
  if (status !== '0x1' || !Array.isArray(logs)) return false
  return logs.some((log: unknown) => {
    const { address, topics, data } = Object(log) as { address?: unknown; topics?: unknown; data?: unknown }
    if (typeof address !== 'string' || address.toLowerCase() !== row.asset || !Array.isArray(topics))
      return false
    const [topic, from, to] = topics as unknown[]
    return (
      topic === transferTopic &&
      addressOf(from) === row.payer &&
      addressOf(to) === row.pay_to &&
      typeof data === 'string' &&
      /^0x[0-9a-fA-F]{64}$/.test(data) &&
      BigInt(data) === BigInt(row.amount)
    )
  })
}

function addressOf(topic: unknown): string | undefined {
  return typeof topic === 'string' && /^0x0{24}[0-9a-fA-F]{40}$/.test(topic)
    ? `0x${topic.slice(26).toLowerCase()}`
    : undefined
}
