#!/bin/sh
# Like supervisor.mjs, in 4 MB instead of 45: runs a command and ends it when its own stdin closes, even if its parent was
# killed.
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
end() {
  kill -TERM "$child"
  sleep 3
  kill -KILL "$child"
}
(
  cat <&3 >/dev/null
  end
) 2>/dev/null &
watch=$!
exec 3<&-
trap 'end 2>/dev/null & killer=$!' INT TERM HUP
# A signal interrupts `wait`.
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
kill "$watch" ${killer:-} 2>/dev/null
exit "$code"
