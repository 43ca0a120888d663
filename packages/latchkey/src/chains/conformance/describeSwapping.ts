/** What every adapter keeps that swaps (`Swapping`); an adapter without swaps has nothing to keep. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, type CaipAddress, type CaipNetworkId } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { SwapForecast, SwapTerms } from '../../contract/swap.ts'
import type { AdapterFixture } from './describeAdapter.ts'
import { hostileAnswers } from './hostileAnswers.ts'

export function describeSwapping(create: () => AdapterFixture): void {
  /** Undefined where the adapter does not swap. */
  async function open() {
    const { adapter, accounts, network, otherNetwork } = create()
    const swapping = await adapter.swapping?.()
    if (!swapping) return undefined
    const from = accounts[0] as CaipAddress
    const own = addressOf(from)
    const token = { address: own, symbol: 'X', decimals: 2 }
    const one = { value: 1n, decimals: 2 }
    const terms: SwapTerms = {
      from,
      network,
      sell: token,
      buy: { symbol: 'Y', decimals: 2 },
      most: one,
      least: one,
    }
    return { swapping, from, own, terms, network, otherNetwork }
  }

  test('knows contracts of the network alone that it is asked about', async () => {
    const { swapping, network, otherNetwork } = (await open()) ?? {}
    for (const { caipNetworkId } of [network, otherNetwork].filter(each => each !== undefined)) {
      const known = swapping?.known(caipNetworkId) ?? []
      expect(known.every(each => each.network === caipNetworkId && each.address !== '')).toBe(true)
    }
    for (const none of ['x:1', `${network?.caipNetworkId}_`, ''] as const)
      expect(swapping?.known(none as CaipNetworkId) ?? []).toEqual([])
  })

  test('T70 refuses a call to a contract that is on no list, whatever it says', async () => {
    const { swapping, terms, own } = (await open()) ?? {}
    if (!swapping || !terms) return
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (to, data) => {
        for (const call of [{ to, data }, { to: own ?? '', data }, { to }])
          try {
            await swapping.check({ provider: 'pools', call }, terms, [])
            expect.unreachable('a call to an unknown contract')
          } catch (cause) {
            expect(isLatchkeyError(cause, 'SWAP_UNSAFE')).toBe(true)
          }
      }),
    )
  })

  test('T74 encodes no approval of an amount that makes no sense, or of what is no token', async () => {
    const { swapping, own = '' } = (await open()) ?? {}
    for (const grant of [
      { token: own, spender: own, amount: -1n },
      { token: own, spender: own, amount: 1n << 256n },
      { token: 'x', spender: own, amount: 1n },
      { token: own, spender: 'x', amount: 1n },
    ])
      try {
        swapping?.approval(grant)
        if (swapping) expect.unreachable('an approval that makes no sense')
      } catch (cause) {
        expect(isLatchkeyError(cause)).toBe(true)
      }
  })

  test.each(hostileAnswers)(
    'T70 T74 nodes that answer %s give no forecast, no allowance and no legs',
    async (_name, answer) => {
      const { swapping, terms, from, own = '' } = (await open()) ?? {}
      if (!swapping || !terms || !from) return
      const rpc = async () => answer
      const { signal } = new AbortController()
      const grant = { from, token: own, spender: own }
      const calls = [swapping.approval({ token: own, spender: own, amount: 1n }), { to: own }]
      const allowance = await swapping.allowance(rpc, grant).catch((thrown: unknown) => thrown)
      expect(isLatchkeyError(allowance)).toBe(true)
      const foreseen = await swapping
        .forecast(rpc, { calls, terms, spender: own }, signal)
        .catch((thrown: unknown) => thrown)
      const { fee, simulation } = foreseen as SwapForecast
      expect(isLatchkeyError(foreseen) || (!fee && simulation.at !== 'works')).toBe(true)
      for (const hash of ['', 'x', `0x${'ab'.repeat(32)}`]) {
        const legs = await swapping.legs(rpc, { hash, terms }).catch((thrown: unknown) => thrown)
        expect(isLatchkeyError(legs) || JSON.stringify(legs)).toBe('{}')
      }
    },
  )

  test('a forecast that the visitor left is RPC_ABORTED', async () => {
    const { swapping, terms, own = '' } = (await open()) ?? {}
    if (!swapping || !terms) return
    const rpc = () => Promise.reject(createError('RPC_ABORTED'))
    const left = swapping.forecast(rpc, { calls: [{ to: own }], terms }, AbortSignal.abort())
    await expect(left).rejects.toMatchObject({ code: 'RPC_ABORTED' })
  })
}
