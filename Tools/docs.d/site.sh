# A static site: the documentation, a playground, and recordings as players. Sourced by Tools/docs.
#
#   DIR/index.html            what there is
#   DIR/docs/                 the archive, as folders with pages
#   DIR/playground.html       every simulation, live
#   DIR/players/NAME.html     a golden recording, with the engine in the page
#   DIR/players/NAME*.svg     its picture, on bright and on dark pages
#
# The documentation's pages name their parts by absolute paths, so they know the folder of the host in
# which the site lies; all others work anywhere, from a disk, too.

# The lines of the list of players, without comments.
players() { sed -e 's/#.*//' -e '/^ *$/d' "$root/Tools/docs.d/players.txt"; }

# make_site ARCHIVE TOOL FOLDER BASE: into a folder that exists and is empty.
make_site() {
  local archive="$1" tool="$2" site="$3" base="$4" engine name step title article
  engine="$out/laplace-engine.wasm.gz"
  step "site"
  quietly site-engine "$root/Tools/engine" -o "$engine"
  quietly site-docs "$docc" process-archive transform-for-static-hosting "$archive" \
    --output-path "$site/docs" --hosting-base-path "${base#/}/docs"
  quietly site-playground "$tool" playground -o "$site/playground.html" --engine "$engine"
  mkdir -p "$site/players"
  while read -r name step title article; do
    quietly "site-$title" "$tool" view "Recordings/$name.mcap" -o "$site/players/$title.html" --engine "$engine"
    quietly "site-$title-light" "$tool" render "Recordings/$name.mcap" --at "$step" -o "$site/players/$title.svg"
    quietly "site-$title-dark" "$tool" render "Recordings/$name.mcap" --at "$step" --dark -o "$site/players/$title-dark.svg"
  done < <(players)
  put_players_into_articles "$site" "$base"
  front_page "$tool" >"$site/index.html"
  # GitHub's host would leave out files whose names begin with an underscore.
  : >"$site/.nojekyll"
}

# DocC has no element for a page in a page: a script adds the player behind the article's first picture.
put_players_into_articles() {
  local site="$1" base="$2" name step title article list=""
  while read -r name step title article; do
    if [ "$article" = - ]; then continue; fi
    [ -f "$site/docs/documentation/$article/index.html" ] || fail "Tools/docs.d/players.txt: there is no article $article"
    list="$list${list:+, }'$article': '$title'"
  done < <(players)
  { printf "const players = { %s }, base = '%s';\n" "$list" "$base"; cat "$root/Tools/docs.d/players.js"; } >"$site/docs/players.js"
  # Every page is the same script with another name: from each the reader may go on to any other.
  find "$site/docs" -name index.html -exec \
    sed -i.before -e "s|</head>|<script defer=\"defer\" src=\"$base/docs/players.js\"></script></head>|" {} +
  find "$site/docs" -name index.html.before -exec rm {} +
}

escaped() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/"/\&quot;/g'; }

front_page() {
  local tool="$1" name step title article summary simulation
  cat "$root/Tools/docs.d/front.html"
  while read -r name step title article; do
    simulation="$("$tool" info "Recordings/$name.mcap" | sed -n 's/^ *simulation *\([^ ,]*\).*/\1/p' | head -n 1)"
    summary="$("$tool" list | awk -v name="$simulation" '$1 == name { $1 = ""; print substr($0, 2) }' | escaped)"
    printf '<a href="players/%s.html"><picture><source media="(prefers-color-scheme: dark)" srcset="players/%s-dark.svg"><img src="players/%s.svg" alt="" loading="lazy"></picture><b>%s</b><span>%s</span></a>\n' \
      "$title" "$title" "$title" "$(printf %s "$title" | tr _ ' ')" "${summary#*: }"
  done < <(players)
  printf '</section>\n</main>\n</html>\n'
}
