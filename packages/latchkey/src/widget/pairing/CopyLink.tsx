import { useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { copyText } from '../../ui/copy/copyText.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check, copy } from '../../ui/icon/shapes.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { pairingTexts } from './pairingTexts.ts'

/** Copies the pairing URI, for a wallet that takes it as text. */
export function CopyLink({ uri }: { readonly uri: string | undefined }) {
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  const [copied, setCopied] = useState<string>()
  const isCopied = uri !== undefined && copied === uri
  return (
    <Button
      wide
      icon={<Icon shape={isCopied ? check : copy} size={18} />}
      aria-disabled={uri === undefined}
      onClick={async event => {
        if (uri === undefined) return
        const done = await copyText(uri, event.currentTarget)
        if (done) setCopied(uri)
        widget.announce(t(done ? 'pairing.copied' : 'pairing.copyFailed'), done ? 'polite' : 'assertive')
      }}
    >
      {t(isCopied ? 'pairing.copied' : 'pairing.copy')}
    </Button>
  )
}
