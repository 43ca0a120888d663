import type { PhoneWallet } from '@latchkey/testing/phone'
import { plainText } from '../text/plainText.ts'

/** Reports the results of approved requests: sent transactions, and failures. The returned function stops it. */
export function reportResults(
  wallet: Pick<PhoneWallet['wallet'], 'subscribe' | 'pending' | 'requests'>,
  notify: (text: string) => void,
): () => void {
  const asked = new Set<number>()
  return wallet.subscribe(() => {
    for (const { id } of wallet.pending) asked.add(id)
    for (const { id, method, status, result, error } of wallet.requests) {
      if (status === 'pending' || !asked.delete(id)) continue
      if (status === 'answered' && method === 'eth_sendTransaction' && typeof result === 'string') {
        notify(`Sent. Transaction ${result.slice(0, 10)}…`)
      }
      if (status === 'answered' && method === 'wallet_pay') notify('Paid.')
      if (status === 'answered' && method === 'solana_signAndSendTransaction') notify('Sent.')
      // 4001 and 5000: the person said no, and knows.
      if (status === 'failed' && error?.code !== 4001 && error?.code !== 5000) {
        notify(`That didn’t work: ${plainText(error?.message, 160) || 'the wallet didn’t say why.'}`)
      }
    }
  })
}
