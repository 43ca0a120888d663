import { useState } from 'react'
import { isEmailAddress } from '../../engine/base/emailAddress.ts'
import { Field } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevron, mail } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { type Kept, useKept } from '../shell/useKept.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loginTexts } from './loginTexts.ts'

const typedEmail = (): Kept<string> => ({ value: '' })

/** The field for the address in Connect; what follows is asked in EmailLogin. */
export function EmailField({ gated }: { readonly gated: boolean }) {
  const widget = useWidget()
  const t = useTexts(loginTexts)
  const errorText = useErrorText()
  const [typed, setTyped] = useKept(typedEmail)
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      className="login-email"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const email = typed.trim()
        if (gated || email === '') return
        if (isEmailAddress(email)) widget.push('EmailLogin', { email })
        else {
          setWrong(true)
          widget.engine.ctx.alert('APKTW002')
        }
      }}
    >
      <Field
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        enterKeyHint="go"
        maxLength={254}
        labelHidden
        label={t('login.label')}
        placeholder={t('login.placeholder')}
        disabled={gated}
        value={typed}
        onValue={value => {
          setWrong(false)
          setTyped(value)
          // A visitor who types an address is likely to need the wallet's frame, which takes a moment to load.
          void widget.views.load('EmailLogin')
          widget.engine.ctx.frame?.().catch(() => undefined)
        }}
        error={isWrong ? errorText('INVALID_EMAIL') : undefined}
        before={<Icon shape={mail} size={18} />}
        after={
          typed === '' ? null : <IconButton shape={chevron} size={18} type="submit" label={t('login.go')} />
        }
      />
    </form>
  )
}
