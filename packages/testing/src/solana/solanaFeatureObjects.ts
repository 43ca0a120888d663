import { toBase64 } from '../core/base64.ts'
import {
  rejectFaults,
  requireBytes,
  type StandardFeatureContext,
  type StandardFeatures,
} from '../standard/createStandardObject.ts'
import type { SolanaSignInInput } from './composeSignIn.ts'
import type { SolanaOrder } from './solanaMethods.ts'

interface Input {
  readonly account?: { readonly address?: unknown }
  readonly chain?: string
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly options?: unknown
}

const versions = ['legacy', 0] as const

/** What a Solana wallet signs, as features of Wallet Standard. */
export function solanaFeatureObjects({ play, accountOf }: StandardFeatureContext): StandardFeatures {
  const orderOf = ({ account, chain, message, transaction, options: wishes }: Input): SolanaOrder => ({
    account: String(account?.address),
    ...(chain !== undefined && { chain }),
    ...(message !== undefined && { message: toBase64(requireBytes(message)) }),
    ...(transaction !== undefined && { transaction: toBase64(requireBytes(transaction)) }),
    ...(wishes !== undefined && { options: wishes }),
  })
  const sign =
    (method: string) =>
    (...inputs: readonly Input[]) =>
      rejectFaults(() => play(method, inputs.map(orderOf)))

  function withAccount(output: unknown): unknown {
    const { account } = Object(output) as { readonly account?: unknown }
    return typeof account === 'string' ? { ...Object(output), account: accountOf(account) } : output
  }

  return {
    'solana:signMessage': { version: '1.1.0', signMessage: sign('solana:signMessage') },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: sign('solana:signTransaction'),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: sign('solana:signAndSendTransaction'),
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: readonly SolanaSignInInput[]) {
        const answer = await play('solana:signIn', inputs.length === 0 ? [{}] : inputs)
        return Array.isArray(answer) ? answer.map(withAccount) : answer
      },
    },
  }
}
