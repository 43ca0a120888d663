import { Field } from 'latchkey/ui'
import { useState } from 'react'
import { randomBytes } from '../../keys/bytes.ts'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { readCode } from './readCode.ts'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

/** Two groups of the code, typed by who wrote it down; then it counts. */
export function ProvePanel({
  code,
  t,
  verb,
  finish,
  back,
}: {
  readonly code: string
  readonly t: LoginWords
  readonly verb: string
  readonly finish: () => Promise<void>
  readonly back: () => void
}) {
  const groups = groupsOfCode(code)
  const [asked] = useState(() => pickTwo(groups.length))
  const [typed, setTyped] = useState<readonly string[]>(['', ''])
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, run } = useWork()
  const isRight = (at: number) => typed[at] === groups[asked[at] ?? 0]
  return (
    <LoginPanel
      title={t('login.proveTitle')}
      hint={t('login.proveHint')}
      onSubmit={() => {
        setTried(true)
        if (isRight(0) && isRight(1)) run(finish)
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
      <Failure failure={failure} t={t} />
      <StepActions verb={verb} isBusy={isBusy} leave={{ words: t('login.show'), go: back }} />
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
