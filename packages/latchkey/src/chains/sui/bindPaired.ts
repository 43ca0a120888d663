import { parseSuiAddress } from '../../addresses/suiAddress.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { pairedSession } from '../plain/pairedSession.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { readSuiSignature } from './readSuiSignature.ts'

const mostAccounts = 100
const signing = 'sui_signPersonalMessage'

/**
 * A wallet that takes requests, over the relay: the methods and shapes are those of the public reference. Undefined for a value that takes
 * none.
 */
export function bindPaired(provider: object): PlainWallet | undefined {
  const session = pairedSession(provider)
  if (!session) return undefined
  const { watch, reaches, where, move } = session

  async function signMessage({ account, network, message }: SignOrder): Promise<string> {
    // Unlike in the page, the text goes as it is, and answers need not name the bytes.
    const answer = await session?.request(signing, { message, address: account.address }, network)
    const bytes = new TextEncoder().encode(message)
    return readSuiSignature(answer, { message: bytes, method: signing, isNamed: false })
  }

  return {
    async accounts({ network }) {
      const shared = session.addresses(network)
      // The provider answers this from what the wallet said with its approval, where it said so.
      return readAccounts(shared.length > 0 ? shared : await session.request('sui_getAccounts', {}, network))
    },
    watch,
    reaches,
    where,
    move,
    get signMessage() {
      return session.grants(signing) ? signMessage : undefined
    },
  }
}

type SignOrder = Parameters<NonNullable<PlainWallet['signMessage']>>[0]

/** Accounts as wallets answer them, as `{ address }`, and as sessions have them, as addresses. */
function readAccounts(answer: unknown): readonly PlainAccount[] | 'bad' {
  const addresses = itemsOf(answer, mostAccounts)?.map(item =>
    parseSuiAddress(typeof item === 'string' ? item : fieldOf(item, 'address')),
  )
  if (!addresses?.every(address => address !== undefined)) return 'bad'
  return [...new Set(addresses)].map(address => ({ address, type: 'eoa' }))
}
