import { expect, test } from 'vitest'
import { solanaBalance } from './solanaBalance.ts'

/** What a node's JSON comes to. */
const rpcOf = (json: string) => async () => JSON.parse(json)

test.each<[string, bigint]>([
  ['{"context":{"slot":1},"value":0}', 0n],
  ['{"value":1500000000}', 1_500_000_000n],
  [`{"value":${Number.MAX_SAFE_INTEGER}}`, BigInt(Number.MAX_SAFE_INTEGER)],
])('%s is %d lamports', async (json, lamports) => {
  expect(await solanaBalance(rpcOf(json), 'address')).toBe(lamports)
})

test.each([
  '{"value":9007199254740993}',
  '{"value":18446744073709551615}',
  '{"value":-1}',
  '{"value":0.5}',
  '{"value":"1"}',
  '{"value":null}',
  '{}',
  '7',
  'null',
])('%s is unknown: a number that was rounded is never shown', async json => {
  await expect(solanaBalance(rpcOf(json), 'address')).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
})
