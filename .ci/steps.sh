# Steps of a bash script, and how long each takes: seconds by the clock, and seconds of CPU, which say the
# same on a machine that is busy or has more cores. To be sourced. The CPU time is that of all programs
# which the script has waited for; a server that goes on by itself, such as PostgreSQL, is not in it.

step_name=''
step_clock=0
step_cpu=0
step_lines=''
step_file=$(mktemp)

# Begins the step with that name, and reports the one before it; an empty name only ends that.
step() {
  local cpu line LC_ALL=C
  # Not in a subshell, which has used none.
  times >"$step_file"
  cpu=$(awk '{ for (n = 1; n <= 2; n++) { split($n, part, /[ms]/); sum += part[1] * 60 + part[2] } }
    END { printf "%.0f", sum }' "$step_file")
  if [ -n "$step_name" ]; then
    line=$(step_line $((SECONDS - step_clock)) $((cpu - step_cpu)) "$step_name")
    printf -- '--- %s\n' "$line"
    step_lines+="$line"$'\n'
  fi
  step_name=$1
  step_clock=$SECONDS
  step_cpu=$cpu
  if [ -n "$step_name" ]; then printf '\n=== %s\n' "$step_name"; fi
}

step_line() { printf '%5d s %5d s of CPU  %s' "$@"; }

# Ends the last step, and prints one line for each, and one for all.
report_steps() {
  step ''
  printf '\n%s%s\n' "$step_lines" "$(step_line "$SECONDS" "$step_cpu" 'in all')"
  rm -f "$step_file"
}
