print("pet")
