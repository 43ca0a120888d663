import { keccak256, type TransactionSerializableEIP1559 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Tell } from './answerParent.ts'

/** Signs as the wallet's user would; a transaction is signed and reported, and its hash is the answer. */
export async function signRequest(
  accounts: readonly PrivateKeyAccount[],
  { method, params: given }: { readonly method: string; readonly params: unknown },
  tell: Tell,
): Promise<unknown> {
  const account = (address: unknown): PrivateKeyAccount => {
    const found = accounts.find(each => each.address.toLowerCase() === String(address).toLowerCase())
    if (found === undefined) throw new Error(`no key for ${String(address)}`)
    return found
  }
  const params = given as readonly unknown[]
  switch (method) {
    case 'personal_sign':
      return account(params[1]).signMessage({ message: { raw: params[0] as `0x${string}` } })
    case 'eth_signTypedData_v4':
      return account(params[0]).signTypedData(JSON.parse(String(params[1])))
    case 'eth_sendTransaction': {
      const { from, to, value } = params[0] as { from: string; to: `0x${string}`; value: string }
      const transaction: TransactionSerializableEIP1559 = {
        type: 'eip1559',
        chainId: 1,
        nonce: 0,
        gas: 21_000n,
        maxFeePerGas: 1_000_000_000n,
        to,
        value: BigInt(value),
      }
      const raw = await account(from).signTransaction(transaction)
      tell('sent', { raw })
      return keccak256(raw)
    }
    default:
      throw new Error(`this wallet cannot ${method}`)
  }
}
