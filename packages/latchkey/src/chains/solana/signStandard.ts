/** What a wallet of Wallet Standard signs; the account is looked up afresh for each request. */
import { standardChainOf } from '../../contract/standardChains.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { bytesOf } from '../foreign/bytesOf.ts'
import { isSameBytes } from '../foreign/isSameBytes.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { methodOf } from '../standard/readStandard.ts'
import { longestTransaction } from './longestTransaction.ts'
import type { SignInOutput, SolanaAccount, TransactionOrder } from './solanaWallet.ts'

/** Characters of a sign-in text that are read at most. */
const longestText = 10_000

export interface StandardSigning {
  signIn(input: object): Promise<SignInOutput | undefined>
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>
  signAll(orders: readonly TransactionOrder[]): Promise<readonly Uint8Array[]>
  signAndSend(order: TransactionOrder): Promise<Uint8Array>
}

/**
 * The requests to a wallet in the page. `readAccounts` makes accounts of what the wallet lists.
 * @throws LatchkeyError WALLET_BAD_ANSWER; whatever the wallet throws.
 */
export function signStandard(
  provider: unknown,
  readAccounts: (list: unknown) => readonly SolanaAccount[] | undefined,
): StandardSigning {
  const current = () => readAccounts(fieldOf(provider, 'accounts'))

  /** The account, with the object that the wallet knows it by now. @throws when it is not shared any more. */
  const accountOf = (address: string): unknown => {
    const account = current()?.find(each => each.address === address)
    if (!account) throw new Error('the account is not connected')
    return account.source
  }
  const ask = async (
    name: string,
    method: string,
    inputs: readonly object[],
  ): Promise<readonly unknown[]> => {
    const call = methodOf(provider, name, method, current()?.[0]?.source)
    const answer = await call?.(...inputs)
    const items = itemsOf(answer, inputs.length)
    if (items?.length !== inputs.length) throw badAnswer(name, answer)
    return items
  }
  const inputOf = ({ address, transaction, caipNetworkId }: TransactionOrder) => ({
    account: accountOf(address),
    transaction: Uint8Array.from(transaction),
    chain: standardChainOf(caipNetworkId),
  })

  return {
    async signIn(input) {
      const [output] = await ask('solana:signIn', 'signIn', [input])
      const [account] = readAccounts([fieldOf(output, 'account')]) ?? []
      const signedMessage = bytesOf(fieldOf(output, 'signedMessage'), longestText)
      const signature = bytesOf(fieldOf(output, 'signature'), 64, 64)
      const type = fieldOf(output, 'signatureType') ?? 'ed25519'
      if (!account || !signedMessage || !signature || type !== 'ed25519') return undefined
      return { account, signedMessage, signature }
    },
    async signMessage(address, message) {
      const method = 'solana:signMessage'
      const input = { account: accountOf(address), message: Uint8Array.from(message) }
      const [output] = await ask(method, 'signMessage', [input])
      const signed = bytesOf(fieldOf(output, 'signedMessage'), message.length)
      // A wallet that signs something around the text has not signed the text.
      if (!signed || !isSameBytes(signed, message)) throw badAnswer(method, output)
      return field(output, 'signature', 64, 64, method)
    },
    async signAll(orders) {
      const method = 'solana:signTransaction'
      const answers = await ask(method, 'signTransaction', orders.map(inputOf))
      return answers.map(answer => field(answer, 'signedTransaction', longestTransaction, 1, method))
    },
    async signAndSend(order) {
      const method = 'solana:signAndSendTransaction'
      const [output] = await ask(method, 'signAndSendTransaction', [inputOf(order)])
      return field(output, 'signature', 64, 64, method)
    },
  }
}

function field(output: unknown, name: string, most: number, least: number, method: string): Uint8Array {
  const bytes = bytesOf(fieldOf(output, name), most, least)
  if (!bytes) throw badAnswer(method, output)
  return bytes
}
