import { makeSignDoc, rawSecp256k1PubkeyToRawAddress, serializeSignDoc } from '@cosmjs/amino'
import { toBech32 } from '@cosmjs/encoding'
import { AminoTypes, createBankAminoConverters } from '@cosmjs/stargate'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { CosmosRefusal, codes } from './cosmosRefusal.ts'
import { ironwood, isIronwoodAddress } from './cosmosState.ts'

/** A transaction of the one kind that the double carries out: coins of one account to another. */
export interface ReadTransaction {
  readonly sender: string
  readonly receiver: string
  readonly amount: bigint
  readonly fee: bigint
  readonly gas: bigint
  /** The compressed key. */
  readonly key: Uint8Array
  readonly sequence: number
  readonly signature: Uint8Array
  readonly timeoutHeight: bigint
  /** What its signer signed, if the account has this number. */
  signedBytes(accountNumber: number): Uint8Array
}

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const keyType = '/cosmos.crypto.secp256k1.PubKey'
const longestMemo = 256
const amino = new AminoTypes(createBankAminoConverters())

/** Decodes a transaction by the ecosystem's own codecs, and checks what needs no state. @throws CosmosRefusal. */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  const { raw, body, auth } = decode(bytes)
  const [message, secondMessage] = body.messages
  const [signer, secondSigner] = auth.signerInfos
  const [signature, secondSignature] = raw.signatures
  if (!message || secondMessage || message.typeUrl !== sendType)
    throw new CosmosRefusal(codes.unknownRequest, `this double carries out one ${sendType} a transaction`)
  const send = decodeSend(message.value)
  if (!isIronwoodAddress(send.fromAddress) || !isIronwoodAddress(send.toAddress))
    throw new CosmosRefusal(codes.invalidAddress, 'invalid address')
  if (!signer || secondSigner || !signature || secondSignature || signer.publicKey?.typeUrl !== keyType)
    throw new CosmosRefusal(codes.invalidPubKey, 'this double takes one signature of a secp256k1 key')
  const { key } = PubKey.decode(signer.publicKey.value)
  if (
    key.length !== 33 ||
    toBech32(ironwood.prefix, rawSecp256k1PubkeyToRawAddress(key)) !== send.fromAddress
  )
    throw new CosmosRefusal(codes.invalidPubKey, 'pubKey does not match signer address: invalid pubkey')
  if (body.memo.length > longestMemo) throw new CosmosRefusal(codes.memoTooLarge, 'memo too large')
  const mode = signer.modeInfo?.single?.mode
  const isAmino = mode === SignMode.SIGN_MODE_LEGACY_AMINO_JSON
  if (mode !== SignMode.SIGN_MODE_DIRECT && !isAmino)
    throw new CosmosRefusal(codes.unauthorized, 'unsupported sign mode: unauthorized')
  const gas = auth.fee?.gasLimit ?? 0n
  const feeCoins = auth.fee?.amount ?? []
  const sequence = Number(signer.sequence)

  return {
    sender: send.fromAddress,
    receiver: send.toAddress,
    amount: amountOf(send.amount),
    fee: feeCoins.length === 0 ? 0n : amountOf(feeCoins),
    gas,
    key,
    sequence,
    signature,
    timeoutHeight: body.timeoutHeight,
    signedBytes(accountNumber) {
      const { chainId } = ironwood
      if (!isAmino) {
        const { bodyBytes, authInfoBytes } = raw
        const document = { bodyBytes, authInfoBytes, chainId, accountNumber: BigInt(accountNumber) }
        return SignDoc.encode(SignDoc.fromPartial(document)).finish()
      }
      const messages = [amino.toAmino({ typeUrl: sendType, value: send })]
      const fee = { amount: feeCoins, gas: String(gas) }
      const timeout = body.timeoutHeight === 0n ? undefined : body.timeoutHeight
      return serializeSignDoc(
        makeSignDoc(messages, fee, chainId, body.memo, accountNumber, sequence, timeout),
      )
    },
  }
}

function decode(bytes: Uint8Array) {
  try {
    const raw = TxRaw.decode(bytes)
    return { raw, body: TxBody.decode(raw.bodyBytes), auth: AuthInfo.decode(raw.authInfoBytes) }
  } catch {
    throw new CosmosRefusal(codes.txDecode, 'tx parse error')
  }
}

function decodeSend(value: Uint8Array): MsgSend {
  try {
    return MsgSend.decode(value)
  } catch {
    throw new CosmosRefusal(codes.txDecode, 'tx parse error')
  }
}

function amountOf(coins: readonly { readonly denom: string; readonly amount: string }[]): bigint {
  const [coin, second] = coins
  if (!coin || second || coin.denom !== ironwood.denom || !/^[1-9]\d{0,39}$/.test(coin.amount))
    throw new CosmosRefusal(codes.invalidCoins, `this double has ${ironwood.denom} alone: invalid coins`)
  return BigInt(coin.amount)
}
