import { useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { copyText } from '../../ui/copy/copyText.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check, copy } from '../../ui/icon/shapes.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { receiveTexts } from './receiveTexts.ts'

/** Copies the whole address and says so. */
export function CopyAddress({ address }: { readonly address: string }) {
  const widget = useWidget()
  const t = useTexts(receiveTexts)
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === address
  return (
    <Button
      wide
      tone="primary"
      icon={<Icon shape={isCopied ? check : copy} size={18} />}
      onClick={async event => {
        const done = await copyText(address, event.currentTarget)
        if (done) setCopied(address)
        else widget.notify({ message: t('receive.copyFailed'), variant: 'error' })
        if (done) widget.announce(t('receive.copied'))
      }}
    >
      {t(isCopied ? 'receive.copied' : 'receive.copy')}
    </Button>
  )
}
