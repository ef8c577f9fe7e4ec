-- A site keeps the time of its place, not of the business: by ZIP code where its state has two zones, else by state. Addresses that
-- had a zone keep it.

UPDATE addresses
SET time_zone = (
  SELECT range.value ->> 3
  FROM json_each('[
    ["AL","36854","36854","America/New_York"],["AL","36863","36863","America/New_York"],["AL","36867","36870","America/New_York"],["AL","36874","36874","America/New_York"],["AL","36877","36877","America/New_York"],
    ["AK","99546","99547","America/Adak"],
    ["AZ","86016","86016","America/Denver"],["AZ","86020","86020","America/Denver"],["AZ","86028","86028","America/Denver"],["AZ","86031","86031","America/Denver"],["AZ","86033","86033","America/Denver"],["AZ","86035","86035","America/Denver"],["AZ","86044","86045","America/Denver"],["AZ","86053","86054","America/Denver"],["AZ","86502","86511","America/Denver"],["AZ","86514","86556","America/Denver"],
    ["FL","32401","32455","America/Chicago"],["FL","32459","32591","America/Chicago"],
    ["ID","83501","83546","America/Los_Angeles"],["ID","83548","83548","America/Los_Angeles"],["ID","83552","83555","America/Los_Angeles"],["ID","83801","83877","America/Los_Angeles"],
    ["IN","46301","46411","America/Chicago"],["IN","46531","46534","America/Chicago"],["IN","46968","46968","America/Chicago"],["IN","47514","47515","America/Chicago"],["IN","47520","47520","America/Chicago"],["IN","47523","47523","America/Chicago"],["IN","47525","47525","America/Chicago"],["IN","47531","47531","America/Chicago"],["IN","47536","47537","America/Chicago"],["IN","47550","47552","America/Chicago"],["IN","47556","47556","America/Chicago"],["IN","47574","47574","America/Chicago"],["IN","47576","47577","America/Chicago"],["IN","47579","47579","America/Chicago"],["IN","47586","47588","America/Chicago"],["IN","47601","47750","America/Chicago"],["IN","47922","47922","America/Chicago"],["IN","47943","47943","America/Chicago"],["IN","47948","47948","America/Chicago"],["IN","47951","47951","America/Chicago"],["IN","47963","47964","America/Chicago"],["IN","47977","47978","America/Chicago"],
    ["KS","67733","67733","America/Denver"],["KS","67735","67735","America/Denver"],["KS","67741","67741","America/Denver"],["KS","67758","67762","America/Denver"],["KS","67836","67836","America/Denver"],["KS","67857","67857","America/Denver"],["KS","67878","67879","America/Denver"],
    ["KY","40111","40115","America/Chicago"],["KY","40119","40119","America/Chicago"],["KY","40140","40140","America/Chicago"],["KY","40143","40146","America/Chicago"],["KY","40152","40153","America/Chicago"],["KY","40170","40171","America/Chicago"],["KY","40176","40176","America/Chicago"],["KY","40178","40178","America/Chicago"],["KY","42001","42464","America/Chicago"],["KY","42602","42629","America/Chicago"],["KY","42642","42642","America/Chicago"],["KY","42712","42715","America/Chicago"],["KY","42717","42717","America/Chicago"],["KY","42720","42722","America/Chicago"],["KY","42726","42729","America/Chicago"],["KY","42741","42746","America/Chicago"],["KY","42749","42757","America/Chicago"],["KY","42759","42765","America/Chicago"],["KY","42782","42782","America/Chicago"],
    ["MI","49801","49802","America/Chicago"],["MI","49812","49812","America/Chicago"],["MI","49815","49815","America/Chicago"],["MI","49821","49821","America/Chicago"],["MI","49831","49831","America/Chicago"],["MI","49834","49834","America/Chicago"],["MI","49845","49848","America/Chicago"],["MI","49852","49852","America/Chicago"],["MI","49858","49858","America/Chicago"],["MI","49863","49863","America/Chicago"],["MI","49870","49870","America/Chicago"],["MI","49873","49877","America/Chicago"],["MI","49881","49881","America/Chicago"],["MI","49886","49887","America/Chicago"],["MI","49892","49893","America/Chicago"],["MI","49896","49896","America/Chicago"],["MI","49902","49903","America/Chicago"],["MI","49911","49911","America/Chicago"],["MI","49915","49915","America/Chicago"],["MI","49920","49920","America/Chicago"],["MI","49927","49927","America/Chicago"],["MI","49935","49938","America/Chicago"],["MI","49947","49947","America/Chicago"],["MI","49959","49959","America/Chicago"],["MI","49964","49964","America/Chicago"],["MI","49968","49969","America/Chicago"],
    ["NE","69021","69021","America/Denver"],["NE","69023","69023","America/Denver"],["NE","69027","69027","America/Denver"],["NE","69030","69030","America/Denver"],["NE","69033","69033","America/Denver"],["NE","69037","69037","America/Denver"],["NE","69041","69041","America/Denver"],["NE","69045","69045","America/Denver"],["NE","69121","69122","America/Denver"],["NE","69125","69129","America/Denver"],["NE","69131","69131","America/Denver"],["NE","69133","69134","America/Denver"],["NE","69140","69141","America/Denver"],["NE","69144","69150","America/Denver"],["NE","69152","69156","America/Denver"],["NE","69160","69160","America/Denver"],["NE","69162","69162","America/Denver"],["NE","69168","69168","America/Denver"],["NE","69190","69190","America/Denver"],["NE","69211","69211","America/Denver"],["NE","69216","69216","America/Denver"],["NE","69218","69219","America/Denver"],["NE","69301","69367","America/Denver"],
    ["NV","89883","89883","America/Denver"],
    ["ND","58529","58529","America/Denver"],["ND","58533","58535","America/Denver"],["ND","58562","58562","America/Denver"],["ND","58564","58564","America/Denver"],["ND","58569","58569","America/Denver"],["ND","58601","58630","America/Denver"],["ND","58632","58636","America/Denver"],["ND","58639","58656","America/Denver"],["ND","58838","58838","America/Denver"],
    ["OR","97901","97903","America/Denver"],["OR","97906","97906","America/Denver"],["OR","97908","97920","America/Denver"],
    ["SD","57521","57521","America/Denver"],["SD","57532","57532","America/Denver"],["SD","57537","57537","America/Denver"],["SD","57543","57543","America/Denver"],["SD","57547","57547","America/Denver"],["SD","57551","57553","America/Denver"],["SD","57567","57567","America/Denver"],["SD","57574","57574","America/Denver"],["SD","57577","57577","America/Denver"],["SD","57620","57630","America/Denver"],["SD","57633","57645","America/Denver"],["SD","57649","57799","America/Denver"],
    ["TN","37302","37304","America/New_York"],["TN","37307","37312","America/New_York"],["TN","37314","37317","America/New_York"],["TN","37320","37323","America/New_York"],["TN","37325","37326","America/New_York"],["TN","37329","37329","America/New_York"],["TN","37331","37333","America/New_York"],["TN","37336","37337","America/New_York"],["TN","37341","37341","America/New_York"],["TN","37343","37343","America/New_York"],["TN","37350","37351","America/New_York"],["TN","37353","37354","America/New_York"],["TN","37361","37364","America/New_York"],["TN","37369","37373","America/New_York"],["TN","37377","37377","America/New_York"],["TN","37379","37379","America/New_York"],["TN","37381","37381","America/New_York"],["TN","37384","37385","America/New_York"],["TN","37391","37391","America/New_York"],["TN","37401","37450","America/New_York"],["TN","37601","37722","America/New_York"],["TN","37724","37998","America/New_York"],
    ["TX","79821","79821","America/Denver"],["TX","79835","79839","America/Denver"],["TX","79847","79847","America/Denver"],["TX","79849","79851","America/Denver"],["TX","79853","79853","America/Denver"],["TX","79901","88595","America/Denver"]
  ]') AS range
  WHERE range.value ->> 0 = addresses.state
    AND substr(addresses.postal_code, 1, 5) BETWEEN range.value ->> 1 AND range.value ->> 2
)
WHERE time_zone IS NULL AND state IN ('AL', 'AK', 'AZ', 'FL', 'ID', 'IN', 'KS', 'KY', 'MI', 'NE', 'NV', 'ND', 'OR', 'SD', 'TN', 'TX');

UPDATE addresses
SET time_zone = CASE
  WHEN state IN ('AL', 'AR', 'IL', 'IA', 'KS', 'LA', 'MN', 'MS', 'MO', 'NE', 'ND', 'OK', 'SD', 'TN', 'TX', 'WI') THEN 'America/Chicago'
  WHEN state IN ('AK') THEN 'America/Anchorage'
  WHEN state IN ('AZ') THEN 'America/Phoenix'
  WHEN state IN ('CA', 'NV', 'OR', 'WA') THEN 'America/Los_Angeles'
  WHEN state IN ('CO', 'ID', 'MT', 'NM', 'UT', 'WY') THEN 'America/Denver'
  WHEN state IN ('CT', 'DE', 'DC', 'FL', 'GA', 'IN', 'KY', 'ME', 'MD', 'MA', 'MI', 'NH', 'NJ', 'NY', 'NC', 'OH', 'PA', 'RI', 'SC', 'VT', 'VA', 'WV') THEN 'America/New_York'
  WHEN state IN ('HI') THEN 'Pacific/Honolulu'
  WHEN state IN ('PR', 'VI') THEN 'America/Puerto_Rico'
  WHEN state IN ('AS') THEN 'Pacific/Pago_Pago'
  WHEN state IN ('GU', 'MP') THEN 'Pacific/Guam'
END
WHERE time_zone IS NULL;
