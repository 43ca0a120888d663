import type { AwaitedPairing } from './awaitedPairing.ts'

/** Reads a stored pairing; undefined for data that makes no sense. */
export function parseAwaited(data: unknown): AwaitedPairing | undefined {
  const { topics, namespace, wallet } = fields(data)
  if (!Array.isArray(topics) || topics.length > 2 || !topics.every(isTopic)) return undefined
  const { walletId, name, icon } = fields(wallet)
  const isNamed = isText(walletId, 256) && isText(name, 128)
  return {
    topics,
    ...(isText(namespace, 32) && { namespace }),
    ...(isNamed && { wallet: { walletId, name, ...(isText(icon, 65_536) && { icon }) } }),
  }
}

function isTopic(value: unknown): value is string {
  return isText(value, 64) && /^[0-9a-f]{64}$/.test(value)
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
