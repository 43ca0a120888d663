import {
  createPhoneWallet,
  type PhoneSigner,
  type PhoneWallet,
  phoneBitcoin,
  phoneCosmos,
  phonePolkadot,
  phoneStacks,
  phoneSui,
  solanaAccount,
} from '@latchkey/testing/phone'
import { openTransport, systemClock, systemRandom } from 'latchkey/pairing'
import type { PhoneOptions, SessionView } from '../protocol.ts'
import { answerParent, type Tell, type Verbs } from './answerParent.ts'
import { createKeptDatabase } from './createKeptDatabase.ts'

answerParent(tell => {
  const kept = createKeptDatabase()
  let options: PhoneOptions | undefined
  let phone: PhoneWallet | undefined
  const started = (): PhoneWallet => {
    if (phone === undefined) throw new Error('not started')
    return phone
  }
  const sessions = (): readonly SessionView[] =>
    started().sessions.map(({ topic, expiry, namespaces, peer }) => ({
      topic,
      expiry,
      accounts: Object.values(namespaces)
        .flatMap(({ accounts }) => accounts)
        .toSorted(),
      peer: peer.name,
    }))
  const open = async (): Promise<readonly SessionView[]> => {
    if (options === undefined) throw new Error('not started')
    phone = await openPhone(options, kept, tell)
    await phone.restore()
    return sessions()
  }

  return {
    start(given: PhoneOptions) {
      options = given
      return open()
    },
    away() {
      phone?.stop()
      phone = undefined
    },
    again: open,
    pair: ({ uri }: { uri: string }) => started().pair(uri),
    /** What it does with requests of this method (`wc_sessionPropose` among them) from now on. */
    script({ method, outcome }: { method: string; outcome: Parameters<PhoneWallet['wallet']['always']>[1] }) {
      const { approvals, wallet, solana, signers } = started()
      const side = method.startsWith('wc_')
        ? approvals
        : method.startsWith('solana_')
          ? solana?.control
          : ownSigners.some(({ methods }) => methods.includes(method))
            ? signers?.control
            : wallet
      side?.always(method, outcome)
    },
    /** Lets slow requests be answered. */
    release({ method }: { method: string }) {
      const side = method.startsWith('wc_') ? started().approvals : started().wallet
      side.release(method)
    },
    requests: () => started().wallet.requests.map(({ method, status }) => ({ method, status })),
    proposals: () => started().approvals.requests.length,
    emit: (given: { topic: string; chainId: string; event: { name: string; data: unknown } }) =>
      started().emit(given.topic, given.event, given.chainId),
    ping: ({ topic }: { topic: string }) => started().ping(topic),
    disconnect: ({ topic }: { topic: string }) => started().disconnect(topic),
    sessions,
  } satisfies Verbs
})

/** One of each namespace, on its main network. */
const ownSigners: readonly PhoneSigner[] = [
  phoneBitcoin(),
  phoneCosmos(),
  phonePolkadot(),
  phoneStacks(),
  phoneSui(),
]

async function openPhone(
  { name, relayUrl, projectId, keys, chains, solanaNode }: PhoneOptions,
  database: ReturnType<typeof createKeptDatabase>,
  tell: Tell,
): Promise<PhoneWallet> {
  const clusters = chains.filter(chain => chain.startsWith('solana:'))
  const transport = openTransport({
    name: `@latchkey/${name}/phone`,
    database,
    relayUrl,
    projectId,
    version: '0.0.0',
    clock: systemClock,
    random: systemRandom,
    alert: (code, context) => tell('alert', { code, context }),
    locks: null,
    openChannel: null,
  })
  return createPhoneWallet({
    name,
    transport,
    accounts: keys,
    chains: chains
      .filter(chain => chain.startsWith('eip155:'))
      .map(chain => ({ id: Number(chain.slice('eip155:'.length)) })),
    ...(clusters.length > 0 && {
      solana: {
        accounts: keys.map(key => solanaAccount([...Buffer.from(key.slice(2), 'hex')])),
        clusters: clusters.map(caipNetworkId => ({
          caipNetworkId,
          ...(solanaNode !== undefined && { rpcUrl: solanaNode }),
        })),
      },
    }),
    signers: ownSigners.filter(signer => signer.chains.some(chain => chains.includes(chain))),
    mode: 'approve',
  })
}
