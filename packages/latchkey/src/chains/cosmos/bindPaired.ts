import { adr36Document } from '../../contract/adr36Document.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { pairedSession } from '../plain/pairedSession.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { isSigned, signatureOf } from './signatureOf.ts'

const mostAccounts = 100

/** A wallet over the relay, by the public method reference. It has no method for texts: a text is signed as an ADR-36 document. */
export function bindPaired(provider: object): PlainWallet | undefined {
  const session = pairedSession(provider)
  if (!session) return undefined
  const { request, grants, reaches, where, move, watch } = session

  return {
    async accounts({ network, silent }) {
      const shared = session.addresses(network)
      if (shared.length > 0 || silent) return shared.map(toAccount)
      const items = itemsOf(await request('cosmos_getAccounts', {}, network), mostAccounts)
      const addresses = items?.map(item => fieldOf(item, 'address'))
      return addresses?.every(each => typeof each === 'string') ? addresses.map(toAccount) : 'bad'
    },
    reaches,
    where,
    move,
    watch,
    get signMessage(): PlainWallet['signMessage'] {
      const method = 'cosmos_signAmino'
      if (!grants(method)) return undefined
      return async ({ account: { address }, network, message }) => {
        const signDoc = adr36Document(address, message)
        const answer = await request(method, { signerAddress: address, signDoc }, network)
        if (!isSigned(answer, signDoc)) throw badAnswer(method, answer)
        return signatureOf(answer, method)
      }
    },
  }
}

function toAccount(address: string): PlainAccount {
  return { address, type: 'eoa' }
}
