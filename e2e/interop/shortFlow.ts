import { verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { asked, hello } from './asked.ts'
import type { PeerKind, World } from './openWorld.ts'
import type { Approval, SessionView } from './protocol.ts'

/**
 * What every pair has to manage: pair, propose, approve, sign, lose both sockets, sign again, and the wallet sees the end.
 * @throws Error with the step that failed.
 */
export async function shortFlow(
  world: World,
  kinds: { readonly dapp: PeerKind | 'latchkey'; readonly wallet: PeerKind },
): Promise<void> {
  const [dapp, wallet] = await Promise.all([
    world.dapp('Dapp', kinds.dapp),
    world.wallet('Wallet', kinds.wallet),
  ])
  try {
    const address = privateKeyToAddress(wallet.keys[0] as `0x${string}`)
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await wallet.call('pair', { uri })
    const { session } = await dapp.call<Approval>('approval')
    const { topic } = session
    const sign = async (step: string): Promise<void> => {
      const params = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [hello, address] }
      const signature = await dapp.call<`0x${string}`>('request', params, 15_000)
      // Delivered before it is acknowledged: an SDK of others whose socket is cut in between never answers again.
      await wallet.next('answered')
      if (!(await verifyMessage({ address, message: { raw: hello }, signature })))
        throw new Error(`${step}: the signature is not the wallet's`)
    }
    await sign('first')
    dapp.line.cut()
    wallet.line.cut()
    await sign('after the cut')
    await dapp.call('disconnect', { topic })
    await wallet.next<SessionView>('delete', deleted => deleted.topic === topic)
  } finally {
    await Promise.all([dapp.kill(), wallet.kill()])
  }
}
