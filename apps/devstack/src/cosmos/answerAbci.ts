import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { type CosmosState, ironwood } from './cosmosState.ts'

/** What an application answers to a query: protobuf, or a code above zero. */
export interface AbciAnswer {
  readonly code: number
  readonly log: string
  readonly value: Uint8Array
}

const none = new Uint8Array()

/** Answers the gRPC queries of accounts and balances, with the ecosystem's own codecs. */
export function answerAbci(state: CosmosState, path: string, data: Uint8Array): AbciAnswer {
  const coinsOf = (address: string) => {
    const held = state.balances.get(address) ?? 0n
    return held === 0n ? [] : [{ denom: ironwood.denom, amount: String(held) }]
  }
  switch (path) {
    case '/cosmos.bank.v1beta1.Query/Balance': {
      const { address, denom } = QueryBalanceRequest.decode(data)
      const balance = coinsOf(address).find(coin => coin.denom === denom) ?? { denom, amount: '0' }
      return found(QueryBalanceResponse.encode({ balance }).finish())
    }
    case '/cosmos.bank.v1beta1.Query/AllBalances': {
      const { address } = QueryAllBalancesRequest.decode(data)
      const answer = QueryAllBalancesResponse.fromPartial({ balances: coinsOf(address) })
      return found(QueryAllBalancesResponse.encode(answer).finish())
    }
    case '/cosmos.auth.v1beta1.Query/Account': {
      const { address } = QueryAccountRequest.decode(data)
      const account = state.accounts.get(address)
      if (!account)
        return {
          code: 22,
          log: `rpc error: code = NotFound desc = account ${address} not found: key not found`,
          value: none,
        }
      const { number, sequence, key } = account
      const value = BaseAccount.encode(
        BaseAccount.fromPartial({
          address,
          accountNumber: BigInt(number),
          sequence: BigInt(sequence),
          ...(key !== undefined && {
            pubKey: {
              typeUrl: '/cosmos.crypto.secp256k1.PubKey',
              value: PubKey.encode({ key: new Uint8Array(Buffer.from(key, 'base64')) }).finish(),
            },
          }),
        }),
      ).finish()
      const any = { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value }
      return found(QueryAccountResponse.encode({ account: any }).finish())
    }
    default:
      return { code: 6, log: `unknown query path: ${path}: unknown request`, value: none }
  }
}

function found(value: Uint8Array): AbciAnswer {
  return { code: 0, log: '', value }
}
