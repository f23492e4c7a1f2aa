products=/src/.build/debug; tmp=/tmp/w/T/flight-docs; rm -rf $tmp; mkdir -p $tmp
maps=(); for map in /src/Sources/*/module.modulemap $products/C*.build/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
for m in LaplaceTesting Sessions Replay Recording Simulation; do
 mkdir -p $tmp/$m
 /opt/swift/usr/bin/swift-symbolgraph-extract -module-name $m -I $products/Modules "${maps[@]}" -target x86_64-unknown-linux-gnu -output-dir $tmp/$m -minimum-access-level public -skip-synthesized-members 2>&1 | tail -3
 docc convert Sources/$m/$m.docc --additional-symbol-graph-dir $tmp/$m --fallback-display-name $m --fallback-bundle-identifier L.$m --output-path $tmp/$m.doccarchive 2>&1 | grep -A12 "^warning\|error" | head -40
done
