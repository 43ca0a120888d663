import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOutcome } from '../core/outcome.ts'
import { createTestStorage, createTestWallet } from '../fixtures/createTestWallet.ts'
import { accountMethods } from './accountMethods.ts'
import { assetMethods } from './assetMethods.ts'
import { callMethods } from './callMethods.ts'
import { chainMethods } from './chainMethods.ts'
import { connectMethods } from './connectMethods.ts'
import { ProviderRpcError } from './providerError.ts'
import { signMethods } from './signMethods.ts'
import { subscriptionMethods } from './subscriptionMethods.ts'
import { testAccounts } from './testAccounts.ts'
import { transactionMethods } from './transactionMethods.ts'

const methods = Object.keys({
  ...accountMethods,
  ...chainMethods,
  ...signMethods,
  ...transactionMethods,
  ...subscriptionMethods,
  ...callMethods,
  ...assetMethods,
  ...connectMethods,
})
const address = testAccounts[0]?.address ?? '0x'

/** Values that a request is likely to trip over, in places where it is likely to look. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(address, '0x7a69', '0x', '0x1', '2.0.0', true, null),
  fc.record(
    {
      from: fc.constant(address),
      account: fc.constant(address),
      to: fc.oneof(fc.constant(address), fc.jsonValue()),
      value: fc.oneof(fc.constant('0x1'), fc.constant(`0x${'f'.repeat(64)}`), fc.jsonValue()),
      nonce: fc.oneof(fc.constant(`0x${'f'.repeat(64)}`), fc.jsonValue()),
      gas: fc.oneof(fc.constant('0x5208'), fc.jsonValue()),
      maxFeePerGas: fc.oneof(fc.constant('0x1'), fc.constant(`0x${'f'.repeat(64)}`), fc.jsonValue()),
      maxPriorityFeePerGas: fc.oneof(fc.constant('0x2'), fc.jsonValue()),
      accessList: fc.jsonValue(),
      chainId: fc.oneof(fc.constant('0x7a69'), fc.jsonValue()),
      version: fc.constant('2.0.0'),
      atomicRequired: fc.constant(false),
      calls: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.dictionary(fc.constantFrom('to', 'data', 'value'), fc.jsonValue())),
      ),
      assetFilter: fc.jsonValue(),
      capabilities: fc.oneof(
        fc.jsonValue(),
        fc.record({
          signInWithEthereum: fc.record({
            nonce: fc.oneof(fc.constant('abcdefgh'), fc.string()),
            chainId: fc.constant('0x7a69'),
            statement: fc.jsonValue(),
            issuedAt: fc.string(),
            resources: fc.jsonValue(),
          }),
        }),
      ),
      types: fc.jsonValue(),
      domain: fc.jsonValue(),
      message: fc.jsonValue(),
      primaryType: fc.string(),
    },
    { requiredKeys: [] },
  ),
)

describe('whatever a site sends', () => {
  it.each(methods)('%s answers, or rejects with an error of a provider', async method => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { maxLength: 3 }), async params => {
        const wallet = createTestWallet({
          connected: true,
          signsOnConnect: 'always',
          assets: { 31337: [address] },
          chains: [{ id: 31337, rpcUrl: 'http://node.test' }],
          post: async () => '{"result":"0x1"}',
        })
        try {
          await wallet.provider.request({ method, params })
        } catch (error) {
          expect(error).toBeInstanceOf(ProviderRpcError)
          expect(Number.isInteger((error as ProviderRpcError).code)).toBe(true)
        } finally {
          wallet.stop()
        }
      }),
      { numRuns: 60 },
    )
  })

  it('starts over any stored memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), async (authorised, chainId, added) => {
        const storage = createTestStorage()
        storage.setItem('latchkey-testing:test.wallet', JSON.stringify({ v: 1, authorised, chainId, added }))
        const { provider } = createTestWallet({ storage })
        expect(await provider.request({ method: 'eth_accounts' })).toBeInstanceOf(Array)
        expect(await provider.request({ method: 'eth_chainId' })).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
      }),
    )
  })

  it('never reads an outcome in part', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ kind: fc.string(), ms: fc.jsonValue() })), value => {
        try {
          expect(typeof parseOutcome(value).kind).toBe('string')
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
        }
      }),
    )
  })
})
