import { verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { asked, hello } from '../asked.ts'
import type { Actor, DappTraits, Wallet, World } from '../openWorld.ts'
import type { Approval, SessionView } from '../protocol.ts'

/** A page of ours and a phone of ours on a relay of ours, each with a line of its own that can break. */
export interface Pair {
  readonly dapp: Actor
  readonly phone: Wallet
  readonly address: `0x${string}`
  /** Pairs and approves. */
  connect(): Promise<SessionView>
  /** Has a text signed. @throws Error when the signature is not the phone's. */
  sign(topic: string, message?: `0x${string}`, tab?: number, patience?: number): Promise<void>
  /** How many texts the phone was asked to sign. */
  signatures(): Promise<number>
  /** Ends both processes. */
  end(): Promise<void>
}

export async function openPair(world: World, traits: DappTraits = {}): Promise<Pair> {
  const [dapp, phone] = await Promise.all([world.dapp('Dapp', 'latchkey', traits), world.phone('Phone')])
  const address = privateKeyToAddress(phone.keys[0] as `0x${string}`)
  return {
    dapp,
    phone,
    address,
    async connect() {
      const { uri } = await dapp.call<{ uri: string }>('connect', asked)
      await phone.call('pair', { uri })
      return (await dapp.call<Approval>('approval')).session
    },
    async sign(topic, message = hello, tab = 0, patience = 25_000) {
      const params = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [message, address], tab }
      const signature = await dapp.call<`0x${string}`>('request', params, patience)
      if (!(await verifyMessage({ address, message: { raw: message }, signature })))
        throw new Error("the signature is not the phone's")
    },
    async signatures() {
      const requests = await phone.call<{ method: string }[]>('requests')
      return requests.filter(({ method }) => method === 'personal_sign').length
    },
    async end() {
      await Promise.all([dapp.kill(), phone.kill()])
    },
  }
}
