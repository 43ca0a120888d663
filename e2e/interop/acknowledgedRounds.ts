import { verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { asked, hello } from './asked.ts'
import type { PeerKind, World } from './openWorld.ts'
import type { Approval, SessionView } from './protocol.ts'

/**
 * Pairs, updates, extends, emits, requests and disconnects so many times, each time until the other side has answered.
 * @throws PeerError when an answer is lost.
 */
export async function acknowledgedRounds(
  world: World,
  kinds: { readonly dapp: PeerKind | 'latchkey'; readonly wallet: PeerKind },
  rounds: number,
): Promise<void> {
  const [dapp, wallet] = await Promise.all([
    world.dapp('Dapp', kinds.dapp),
    world.wallet('Wallet', kinds.wallet),
  ])
  const address = privateKeyToAddress(wallet.keys[0] as `0x${string}`)
  for (let round = 0; round < rounds; round++) {
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await wallet.call('pair', { uri })
    const { session } = await dapp.call<Approval>('approval')
    const { topic } = session
    const isThis = (each: SessionView) => each.topic === topic
    await wallet.next<SessionView>('granted', isThis)

    await wallet.call('update', { topic, accounts: [`eip155:1:${address}`], chains: ['eip155:1'] })
    await wallet.call('extend', { topic })
    await wallet.call('emit', { topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    await dapp.next<SessionView>('event', isThis)
    const params = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [hello, address] }
    const signature = await dapp.call<`0x${string}`>('request', params)
    expect(await verifyMessage({ address, message: { raw: hello }, signature })).toBe(true)
    const [from, to] = round % 2 === 0 ? [dapp, wallet] : [wallet, dapp]
    await from.call('disconnect', { topic })
    await to.next<SessionView>('delete', isThis)
  }
}
