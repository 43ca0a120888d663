import { SuiGraphQLClient } from '@mysten/sui/graphql'
import { expect, test } from 'vitest'
import { suiBalance } from './suiBalance.ts'

const owner = `0x${'1'.repeat(64)}`
const answer = (totalBalance: unknown) => async () => ({ address: { balance: { totalBalance } } })

test('asks by one document for the coin and what lies in the address', async () => {
  const asked: unknown[] = []
  const rpc = async (...call: unknown[]) => {
    asked.push(call)
    return { address: { balance: { totalBalance: '18446744073709551615' } } }
  }
  expect(await suiBalance(rpc, owner)).toBe(18446744073709551615n)
  expect(asked).toEqual([['query', [expect.stringContaining('0x2::sui::SUI'), { owner }]]])
  expect(await suiBalance(answer('0'), owner)).toBe(0n)
})

test('asks for fields that Sui’s own client asks for', async () => {
  const words = (document: string) =>
    document.match(/\b(?:address|balance|coinType|totalBalance|SuiAddress)\b/g)
  const documents: string[] = []
  const client = new SuiGraphQLClient({
    url: 'https://node.example/graphql',
    network: 'mainnet',
    fetch: async (_url, init) => {
      documents.push(JSON.parse(String(init?.body)).query)
      return Response.json({ data: { address: { balance: { totalBalance: '7', addressBalance: '0' } } } })
    },
  })
  await client.getBalance({ owner })
  await suiBalance(async (_method, [document]) => {
    documents.push(String(document))
    return { address: { balance: { totalBalance: '7' } } }
  }, owner)
  const [theirs = '', ours = ''] = documents
  expect(new Set(words(theirs))).toEqual(new Set(words(ours)))
})

test.each([
  ['a number, which JSON may have rounded', 7],
  ['nothing', null],
  ['less than nothing', '-1'],
  ['a fraction', '1.5'],
  ['hexadecimal', '0x10'],
  ['no digits', ''],
  ['more than there can be', '1'.repeat(21)],
  ['a list', ['7']],
])('%s is no balance', async (_what, total) => {
  await expect(suiBalance(answer(total), owner)).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
})

test('an address or a balance that the node does not know is no balance of zero', async () => {
  for (const data of [{ address: null }, { address: { balance: null } }, null, undefined, [], 'x'])
    await expect(suiBalance(async () => data, owner)).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
})
