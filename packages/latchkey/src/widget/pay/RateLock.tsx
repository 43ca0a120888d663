import { useNow } from '../account/useNow.ts'
import { Countdown } from '../shell/Countdown.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { payPartTexts } from './payTexts.ts'

/** How long the rate of a price in fiat money still holds, and that it no longer does. `until`: milliseconds since the epoch. */
export function RateLock({ until }: { readonly until: number }) {
  const t = useTexts(payPartTexts)
  const isOver = useNow() >= until
  return (
    <p className="pay-lock">
      {isOver ? (
        t('pay.lockEnded')
      ) : (
        <Countdown
          key={until}
          until={until}
          words={seconds => t('pay.locked', { time: clockTime(seconds) })}
        />
      )}
    </p>
  )
}

/** Seconds as minutes and seconds, for example 4:05. */
function clockTime(seconds: string): string {
  const all = Number(seconds)
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`
}
