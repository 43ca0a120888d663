/** What the wallet tells the services of the smart account's signatures, judged by the services' own policy (T82). */
import { createHash } from 'node:crypto'
import type { SignedThing } from 'latchkey/services'
import { expect, test } from 'vitest'
import { judgeSigned } from '../../../server/src/people/custody/policy/judgeSigned.ts'
import { readSigningPolicy } from '../../../server/src/people/custody/policy/signingPolicy.ts'
import { carrying, openOperationWorld, safe, shop } from '../provider/operation/operation.fixture.ts'

const typed = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Vote: [{ name: 'for', type: 'uint256' }],
  },
  primaryType: 'Vote',
  domain: { name: 'Shop' },
  message: { for: '1' },
}
const pay = { chainId: '0x1bd1', version: '2.0.0', atomicRequired: true, calls: [{ to: shop, value: '0x5' }] }

function judge(signed: SignedThing, policy: object) {
  const read = readSigningPolicy(policy)
  if (!read) throw new Error('No policy')
  const request = createHash('sha256').update(Buffer.from(signed.bytes, 'hex')).digest('hex')
  return judgeSigned(read, { signed, request })
}

const most = (mostValue: string) => ({ networks: { [carrying]: { mostValue } } })

test.each<[string, string, readonly unknown[], object, object, string]>([
  ['a text', 'personal_sign', ['hi', safe.address], { messages: true }, { messages: false }, 'kind'],
  [
    'typed data',
    'eth_signTypedData_v4',
    [safe.address, typed],
    { typedData: true },
    { typedData: false },
    'kind',
  ],
  ['an operation', 'wallet_sendCalls', [pay], most('5'), most('4'), 'value'],
])(
  'a policy lets %s through, or refuses it, by what it is',
  async (_what, method, params, lets, holds, why) => {
    const world = openOperationWorld()
    const answer = world.ask(method, params)
    await Promise.race([answer, expect.poll(() => world.shown.length).toBe(1)])
    const approval = world.shown[0]?.approval
    await expect.poll(() => method !== 'wallet_sendCalls' || approval?.progress().at === 'known').toBe(true)
    await approval?.approve()
    await answer
    const [signed] = world.signed as readonly SignedThing[]
    if (!signed) throw new Error('Nothing was signed')
    const networks = { networks: {} }
    expect(judge(signed, { ...networks, ...lets })).toBeUndefined()
    expect(judge(signed, { ...networks, ...holds })).toBe(why)
  },
)
