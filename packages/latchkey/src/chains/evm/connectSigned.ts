/** Connecting and signing in by one prompt: `wallet_connect` with `signInWithEthereum` (ERC-7846). */
import type { ConnectSignedOptions, SignedState } from '../../contract/adapter.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import type { SignInRequest } from '../../contract/siwx.ts'
import { isUnseen } from '../foreign/isUnseen.ts'
import { toWalletError } from '../foreign/toWalletError.ts'
import type { EvmWallet } from './bindProvider.ts'
import { ask } from './connectEvm.ts'
import { parseAddresses, parseChainId, toAccounts } from './parseAnswers.ts'

/** Characters that are read of a signature: 16 KB as hex, like the server's check (T29); a text is shorter. */
const longestSignature = 2 + 2 * 16_384
const longestMessage = 10_000

/**
 * Connects and signs in with one prompt, in a wallet that this site is not connected to. It tries once: a wallet that
 * lacks the method refuses without a prompt. After any other failure an error follows, not a second prompt; the next
 * attempt requests accounts only.
 */
export async function connectSigned(
  wallet: EvmWallet,
  { request, signal }: ConnectSignedOptions,
): Promise<SignedState | undefined> {
  if (wallet.isPlain) return undefined
  const quietly = (method: string) => ask(wallet, method, signal).catch(() => undefined)
  // A site that it knows gets its accounts without a prompt, and may have a session.
  if (parseAddresses(await quietly('eth_accounts'))?.length !== 0) return undefined
  const caipNetworkId = parseChainId(await quietly('eth_chainId'))
  const signIn = caipNetworkId && (await request(caipNetworkId))
  if (!caipNetworkId || !signIn || signal.aborted) return undefined

  wallet.isPlain = true
  const params = [{ version: '1', capabilities: { signInWithEthereum: toCapability(signIn, caipNetworkId) } }]
  const answer = await ask(wallet, 'wallet_connect', signal, params).catch((cause: unknown) => {
    if (!isUnseen(cause)) throw toWalletError(cause, 'CONNECT_FAILED')
  })
  const { addresses, signed } = readAnswer(answer)
  // Connected or not, it then says without a prompt what it gave, or prompts for the first time.
  if (!addresses?.length) return undefined
  const network = parseChainId(await quietly('eth_chainId')) ?? caipNetworkId
  wallet.network = network
  if (signed) wallet.isPlain = false
  return {
    state: { accounts: toAccounts(addresses, network), caipNetworkId: network },
    ...(signed && { signed }),
  }
}

/** ERC-7846's fields are EIP-4361's; the chain is in hexadecimal. */
function toCapability({ chains: _chains, ...fields }: SignInRequest, network: CaipNetworkId): object {
  const scheme = /^[a-z]+(?=:)/.exec(fields.uri)?.[0]
  const chainId = `0x${Number(network.slice('eip155:'.length)).toString(16)}`
  return { version: '1', ...fields, chainId, ...(scheme !== undefined && { scheme }) }
}

type Answer = { readonly addresses?: readonly string[] | undefined; readonly signed?: SignedState['signed'] }

/** A wallet may answer anything; getters of it may throw. */
function readAnswer(answer: unknown): Answer {
  try {
    const { accounts } = Object(answer) as { accounts?: unknown }
    if (!Array.isArray(accounts)) return {}
    const listed = accounts.slice(0, 100).map(each => Object(each) as Entry)
    const addresses = parseAddresses(listed.map(({ address }) => address))
    const { message, signature } = Object(listed[0]?.capabilities?.signInWithEthereum) as Signed
    const [address] = addresses ?? []
    const isSigned =
      typeof message === 'string' &&
      message.length <= longestMessage &&
      typeof signature === 'string' &&
      signature.length <= longestSignature &&
      /^0x(?:[0-9a-f]{2})+$/i.test(signature)
    if (!isSigned || address === undefined) return { addresses }
    return { addresses, signed: { address, message, signature } }
  } catch {
    return {}
  }
}

interface Entry {
  readonly address?: unknown
  readonly capabilities?: { readonly signInWithEthereum?: unknown } | null
}

interface Signed {
  readonly message?: unknown
  readonly signature?: unknown
}
