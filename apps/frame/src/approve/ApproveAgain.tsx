import { Icon, shapes } from 'latchkey/ui'

/** The second question: why it is asked, and nothing else (T58). */
export function ApproveAgain({
  title,
  reasons,
}: {
  readonly title: string
  readonly reasons: readonly string[]
}) {
  return (
    <div className="approve-body">
      <p>{title}</p>
      {reasons.map(reason => (
        <p className="approve-note" data-tone="danger" key={reason}>
          <Icon shape={shapes.warning} size={16} />
          <span>{reason}</span>
        </p>
      ))}
    </div>
  )
}
