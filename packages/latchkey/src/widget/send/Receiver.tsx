import { Address } from '../../ui/address/Address.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { accountTexts } from '../account/accountTexts.ts'
import { useTexts } from '../shell/useTexts.ts'

/** The address in full: here it is compared, and look-alikes are the same at both ends (T63). */
export function Receiver({ address }: { readonly address: string }) {
  const t = useTexts(accountTexts)
  return (
    <span className="review-receiver">
      <Address address={address} full />
      <CopyButton
        text={address}
        label={t('account.copy')}
        copiedLabel={t('account.copied')}
        failedLabel={t('account.copyFailed')}
      />
    </span>
  )
}
