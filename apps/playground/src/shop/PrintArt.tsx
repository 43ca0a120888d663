import type { Print } from './prints.ts'

/** A print as a picture. */
export function PrintArt({ print }: { readonly print: Print }) {
  const [x, y, r, colour] = print.sun
  return (
    <svg className="art" viewBox="0 0 100 100" role="img" aria-label={`${print.title}, ${print.place}`}>
      <path fill={print.sky} d="M0 0h100v100H0z" />
      <circle cx={x} cy={y} r={r} fill={colour} />
      {print.ridges.map(ridge => (
        <path key={ridge.colour} fill={ridge.colour} d={ridgePath(ridge.line)} />
      ))}
    </svg>
  )
}

function ridgePath(line: readonly number[]): string {
  const step = 100 / (line.length - 1)
  const points = line.map((y, at) => `${at * step} ${y}`)
  return `M0 100L${points.join('L')}L100 100z`
}
