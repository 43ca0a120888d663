import { Button, Field } from 'latchkey/ui'
import { useState } from 'react'
import { randomBytes } from '../../keys/bytes.ts'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import type { Login } from '../createLogin.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { failureWords, type LoginWords } from './loginWords.ts'
import { readCode } from './readCode.ts'
import { useWork } from './useWork.ts'

/** Two groups of the code, typed by who wrote it down; then the key is made. */
export function ProvePanel({
  login,
  code,
  t,
  back,
}: {
  readonly login: Login
  readonly code: string
  readonly t: LoginWords
  readonly back: () => void
}) {
  const groups = groupsOfCode(code)
  const [asked] = useState(() => pickTwo(groups.length))
  const [typed, setTyped] = useState<readonly string[]>(['', ''])
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, run } = useWork()
  const isRight = (at: number) => typed[at] === groups[asked[at] ?? 0]
  const failed = failure === undefined ? undefined : failureWords(t, failure)
  return (
    <LoginPanel
      title={t('login.proveTitle')}
      hint={t('login.proveHint')}
      onSubmit={() => {
        setTried(true)
        if (isRight(0) && isRight(1)) run(login.create)
      }}
    >
      <div className="login-prove">
        {asked.map((group, at) => (
          <Field
            key={group}
            label={t('login.proveGroup', { n: String(group + 1) })}
            value={typed[at] ?? ''}
            autoCapitalize="characters"
            dir="ltr"
            error={isTried && !isRight(at) ? t('login.proveWrong') : undefined}
            onValue={text => {
              setTried(false)
              setTyped(typed.map((each, index) => (index === at ? readCode(text, 'letters') : each)))
            }}
          />
        ))}
      </div>
      {failed === undefined ? null : (
        <p className="login-error" role="alert">
          {failed}
        </p>
      )}
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('login.create')}
        </Button>
        <Button tone="ghost" wide onClick={back}>
          {t('login.show')}
        </Button>
      </div>
    </LoginPanel>
  )
}

/** Two different places, the first one first. */
function pickTwo(of: number): readonly [number, number] {
  const [a = 0, b = 0] = randomBytes(2)
  const first = a % of
  const second = (first + 1 + (b % (of - 1))) % of
  return first < second ? [first, second] : [second, first]
}
