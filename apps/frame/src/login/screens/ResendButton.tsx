import { Button } from 'latchkey/ui'
import { useState } from 'react'
import { isRefusal } from '../isRefusal.ts'
import { cooldownEnd } from './cooldownEnd.ts'
import type { LoginWords } from './loginWords.ts'
import { failureWords } from './loginWords.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'
import { useWork } from './useWork.ts'

/** Sends the mail once more, 30 s after the last one, or when the services say so (SPEC §5). */
export function ResendButton({
  resend,
  until,
  label,
  t,
}: {
  readonly resend: () => Promise<void>
  readonly until: number
  readonly label: string
  readonly t: LoginWords
}) {
  const [refusedUntil, setRefusedUntil] = useState(0)
  const left = useSecondsLeft(Math.max(until, refusedUntil))
  const { isBusy, failure, run } = useWork()
  const words = failure === undefined ? undefined : failureWords(t, failure)
  return (
    <>
      {words === undefined ? null : (
        <p className="login-error" role="alert">
          {words}
        </p>
      )}
      <Button
        wide
        loading={isBusy}
        aria-disabled={left > 0}
        onClick={() =>
          run(() =>
            resend().catch(error => {
              if (isRefusal(error, 'EMAIL_COOLDOWN')) setRefusedUntil(cooldownEnd(error))
              throw error
            }),
          )
        }
      >
        {left > 0 ? t('login.resendIn', { n: String(left) }) : label}
      </Button>
    </>
  )
}
